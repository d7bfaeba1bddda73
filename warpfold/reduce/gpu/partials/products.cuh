// What a thread gathers of products of integers: 16 bytes at a time, whose product fits 128 bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "warpfold/reduce/op/prod.hpp"
#include "warpfold/reduce/thread.cuh"

namespace warpfold {

namespace detail {

// What holds the product of integers that have so many bytes together, at most 8.
template <class T, unsigned Bytes>
using product_type = std::conditional_t<Bytes <= 4, std::conditional_t<std::is_signed_v<T>, int, unsigned>,
                                        std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <unsigned Count, class T>
__device__ product_type<T, Count * sizeof(T)> product_of(const T* elements) {
  if constexpr (Count == 1) {
    return *elements;
  } else {
    const product_type<T, Count * sizeof(T)> left = product_of<Count / 2>(elements);
    return left * product_of<Count / 2>(elements + Count / 2);
  }
}

}  // namespace detail

template <std::integral T>
class thread_partial<operators::prod<T>> {
 public:
  using op = operators::prod<T>;

  __device__ explicit thread_partial(const op& of) : product_(of.identity()) {}
  __device__ void add(const op& of, T a, T, std::int64_t) { of.absorb(product_, a, 0); }
  __device__ void add(const op& of, const pack<T>& a, const pack<T>&, std::int64_t) {
    constexpr unsigned half = pack<T>::size / 2;
    const auto left = detail::product_of<half>(a.element);
    const auto right = detail::product_of<half>(a.element + half);
    const auto bits_of = [](auto product) { return static_cast<std::uint64_t>(product); };
    const auto size_of = [&](auto product) { return product < 0 ? -bits_of(product) : bits_of(product); };
    const std::uint64_t modular = bits_of(left) * bits_of(right);
    const bool negative = (left < 0) != (right < 0);
    const bool zero = left == 0 || right == 0;
    if (product_.magnitude != 0) {
      product_ =
          detail::combined(of, product_, {exact::uint128{size_of(left)} * size_of(right), modular, negative, zero});
      return;
    }
    // What needs more than 128 bits, as most long arrays do almost from the beginning, or has a zero.
    product_.modular *= modular;
    product_.negative = product_.negative != negative;
    product_.zero = product_.zero || zero;
  }
  __device__ typename op::state state(const op&) const { return product_; }

 private:
  typename op::state product_;
};

}  // namespace warpfold
