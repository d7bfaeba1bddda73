// Kernels of integer sums: by vectors.
#pragma once

#include "warpfold/reduce/cpu/kernel.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/op/dot.hpp"
#include "warpfold/reduce/op/mean.hpp"
#include "warpfold/reduce/op/norm.hpp"
#include "warpfold/reduce/op/std.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/op/var.hpp"

namespace warpfold::cpu {

template <std::integral T>
struct state_fold<operators::sum<T>> {
  static void add(const operators::sum<T>&, total<T>& sum, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    sum.value += integer_of<T>().sum(elements, count);
  }
};

template <std::integral T>
struct state_fold<operators::mean<T>> {
  static void add(const operators::mean<T>&, total<T>& sum, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    sum.value += integer_of<T>().sum(elements, count);
  }
};

template <std::integral T>
struct state_fold<operators::norm_one<T>> {
  static void add(const operators::norm_one<T>&, total<T>& sum, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    sum.value += integer_of<T>().magnitudes(elements, count);
  }
};

template <std::integral T>
struct state_fold<operators::norm_two<T>> {
  static void add(const operators::norm_two<T>&, product_total<T>& squares, const T* elements, const T*,
                  std::int64_t count, std::int64_t) {
    squares.value += integer_of<T>().products(elements, elements, count);
  }
};

template <std::integral T>
struct state_fold<operators::dot<T>> {
  static void add(const operators::dot<T>&, product_total<T>& sum, const T* a, const T* b, std::int64_t count,
                  std::int64_t) {
    sum.value += integer_of<T>().products(a, b, count);
  }
};

template <std::integral T>
struct state_fold<operators::var<T>> {
  static void add(const operators::var<T>&, typename operators::var<T>::state& moments, const T* elements, const T*,
                  std::int64_t count, std::int64_t) {
    constexpr std::int64_t look = 4096;  // stays in the first cache between the two uses
    for (std::int64_t first = 0; first < count; first += look) {
      const std::int64_t size = std::min(look, count - first);
      moments.sum.value += integer_of<T>().sum(elements + first, size);
      moments.squares.value += integer_of<T>().products(elements + first, elements + first, size);
    }
  }
};
template <std::integral T>
struct state_fold<operators::standard_deviation<T>> : state_fold<operators::var<T>> {};

}  // namespace warpfold::cpu
