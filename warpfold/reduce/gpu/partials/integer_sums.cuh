// What a thread gathers of sums of integers and of their products: 64 bits are wide enough for the share of a block, of
// which no launch gives any as many as 2^31 elements, and the narrow ones are added four or two at a time.
#pragma once

#include <concepts>
#include <cstdint>

#include "warpfold/reduce/integer_total.cuh"
#include "warpfold/reduce/op/dot.hpp"
#include "warpfold/reduce/op/norm.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/op/var.hpp"
#include "warpfold/reduce/thread.cuh"
#include "warpfold/reduce/word.cuh"

namespace warpfold {

// Σ x.
template <std::integral T>
class integer_sum {
 public:
  using value_type = std::conditional_t<sizeof(T) == 8, int128, std::int64_t>;

  __device__ void add(T element) { value_ += element; }
  __device__ void add(const pack<T>& elements) {
    if constexpr (sizeof(T) == 1) {
      word sum = 0;
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) sum = __dp4a(word_of<word>(elements, i), word{0x01010101}, sum);
      value_ += sum;
    } else if constexpr (sizeof(T) == 2) {
      word sum = 0;
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) sum = __dp2a_lo(word_of<word>(elements, i), word{0x0101}, sum);
      value_ += sum;
    } else {
#pragma unroll
      for (const T element : elements.element) value_ += element;
    }
  }
  __device__ value_type value() const {
    return value_;
  }

 private:
  using word = std::conditional_t<std::is_signed_v<T>, int, unsigned>;

  value_type value_ = 0;
};

// Σ x y.
template <std::integral T>
class integer_products {
 public:
  using value_type =
      std::conditional_t<sizeof(T) == 8, int192, std::conditional_t<sizeof(T) == 4, int128, std::int64_t>>;

  __device__ void add(T a, T b) { add_product(a, b); }
  __device__ void add(const pack<T>& a, const pack<T>& b) {
    if constexpr (sizeof(T) == 1) {
      word sum = 0;
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) sum = __dp4a(word_of<word>(a, i), word_of<word>(b, i), sum);
      value_ += sum;
    } else {
#pragma unroll
      for (unsigned i = 0; i < pack<T>::size; ++i) add_product(a.element[i], b.element[i]);
    }
  }
  __device__ value_type value() const {
    return value_;
  }

 private:
  using word = std::conditional_t<std::is_signed_v<T>, int, unsigned>;
  using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;

  __device__ void add_product(T a, T b) {
    if constexpr (sizeof(T) == 8) {
      product_total<T> total{value_};
      total.add(a, b);
      value_ = total.value;
    } else {
      value_ += wide{a} * wide{b};
    }
  }

  value_type value_ = 0;
};

template <std::integral T>
class thread_partial<operators::sum<T>> {
 public:
  using op = operators::sum<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { sum_.add(a); }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) { sum_.add(a); }
  __device__ auto total() const { return sum_.value(); }
  __device__ static typename op::state state_of(const int128& total) { return {total}; }

 private:
  integer_sum<T> sum_;
};

template <std::integral T>
class thread_partial<operators::dot<T>> {
 public:
  using op = operators::dot<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T b, std::int64_t) { products_.add(a, b); }
  __device__ void add(const op&, const pack<T>& a, const pack<T>& b, std::int64_t) { products_.add(a, b); }
  __device__ typename op::state state(const op&) const { return {products_.value()}; }
  __device__ auto total() const requires(sizeof(T) < 8) { return products_.value(); }
  __device__ static typename op::state state_of(const int128& total) { return {total}; }

 private:
  integer_products<T> products_;
};

template <std::integral T>
class thread_partial<operators::norm_two<T>> {
 public:
  using op = operators::norm_two<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { squares_.add(a, a); }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) { squares_.add(a, a); }
  __device__ typename op::state state(const op&) const { return {squares_.value()}; }
  __device__ auto total() const requires(sizeof(T) < 8) { return squares_.value(); }
  __device__ static typename op::state state_of(const int128& total) { return {total}; }

 private:
  integer_products<T> squares_;
};

template <std::integral T>
class thread_partial<operators::var<T>> {
 public:
  using op = operators::var<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) {
    sum_.add(a);
    squares_.add(a, a);
  }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
    sum_.add(a);
    squares_.add(a, a);
  }
  __device__ typename op::state state(const op&) const { return {{sum_.value()}, {squares_.value()}}; }
  __device__ auto total() const requires(sizeof(T) < 8) {
    return total_pair<typename integer_sum<T>::value_type, typename integer_products<T>::value_type>{sum_.value(),
                                                                                                     squares_.value()};
  }
  __device__ static typename op::state state_of(const total_pair<int128, int128>& total) {
    return {{total.first}, {total.second}};
  }

 private:
  integer_sum<T> sum_;
  integer_products<T> squares_;
};

}  // namespace warpfold
