// What a thread gathers of any, all and count_nonzero, over narrow elements four or two at a time.
#pragma once

#include <cstdint>

#include "warpfold/reduce/integer_total.cuh"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/op/all.hpp"
#include "warpfold/reduce/op/any.hpp"
#include "warpfold/reduce/op/count_nonzero.hpp"
#include "warpfold/reduce/word.cuh"

namespace warpfold {

template <class T>
concept narrow_element = real_element<T> && sizeof(T) <= 2;

// The top bits of the elements in a word.
template <narrow_element T>
inline constexpr unsigned all_tops = sizeof(T) == 1 ? 0x80808080 : 0x80008000;

// Those of the elements that are not zero.
template <narrow_element T>
__device__ unsigned nonzero_tops(const pack<T>& elements, unsigned i) {
  constexpr unsigned tops = all_tops<T>;
  const unsigned word = word_of<unsigned>(elements, i);
  // Below each top bit: a carry into it unless all is zero. A float's own top bit is its sign.
  const unsigned below = (word & ~tops) + ~tops;
  return (is_floating_element<T> ? below : below | word) & tops;
}

// count_nonzero.
template <element T>
class thread_partial<operators::count_nonzero<T>> {
 public:
  using op = operators::count_nonzero<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { count_ += is_true(a) ? 1 : 0; }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
    unsigned count = 0;
    if constexpr (narrow_element<T>) {
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) count += __popc(nonzero_tops(a, i));
    } else {
#pragma unroll
      for (const T element : a.element) count += is_true(element) ? 1 : 0;
    }
    count_ += count;
  }
  __device__ std::int64_t total() const {
    return count_;
  }
  __device__ static std::int64_t state_of(const exact::int128& total) {
    return static_cast<std::int64_t>(total);
  }

 private:
  std::int64_t count_ = 0;
};

// any: the total is of threads that have found an element that is not zero.
template <element T>
class thread_partial<operators::any<T>> {
 public:
  using op = operators::any<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { found_ |= is_true(a) ? 1 : 0; }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
    if constexpr (narrow_element<T>) {
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) {
        found_ |= is_floating_element<T> ? nonzero_tops(a, i) : word_of<unsigned>(a, i);
      }
    } else {
#pragma unroll
      for (const T element : a.element) found_ |= is_true(element) ? 1 : 0;
    }
  }
  __device__ int total() const {
    return found_ != 0 ? 1 : 0;
  }
  __device__ static bool state_of(const exact::int128& total) {
    return total != 0;
  }

 private:
  unsigned found_ = 0;
};

// all: the total is of threads that have found a zero.
template <element T>
class thread_partial<operators::all<T>> {
 public:
  using op = operators::all<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { holding_ = holding_ && is_true(a); }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
    if constexpr (narrow_element<T>) {
      unsigned tops = all_tops<T>;
#pragma unroll
      for (unsigned i = 0; i < words_of_pack; ++i) tops &= nonzero_tops(a, i);
      holding_ = holding_ && tops == all_tops<T>;
    } else {
#pragma unroll
      for (const T element : a.element) holding_ = holding_ && is_true(element);
    }
  }
  __device__ int total() const {
    return holding_ ? 0 : 1;
  }
  __device__ static bool state_of(const exact::int128& total) {
    return total == 0;
  }

 private:
  bool holding_ = true;
};

}  // namespace warpfold
