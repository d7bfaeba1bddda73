// What a thread gathers of any, all and count_nonzero over narrow elements: four or two at a time.
#pragma once

#include <cstdint>

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
template <narrow_element T>
class thread_partial<operators::count_nonzero<T>> {
 public:
  using op = operators::count_nonzero<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { count_ += is_true(a) ? 1 : 0; }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
    unsigned count = 0;
#pragma unroll
    for (unsigned i = 0; i < words_of_pack; ++i) count += __popc(nonzero_tops(a, i));
    count_ += count;
  }
  __device__ std::int64_t state(const op&) const {
    return count_;
  }

 private:
  std::int64_t count_ = 0;
};

template <narrow_element T>
class thread_partial<operators::any<T>> {
 public:
  using op = operators::any<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) { found_ |= is_true(a) ? 1 : 0; }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
#pragma unroll
    for (unsigned i = 0; i < words_of_pack; ++i) {
      found_ |= is_floating_element<T> ? nonzero_tops(a, i) : word_of<unsigned>(a, i);
    }
  }
  __device__ bool state(const op&) const {
    return found_ != 0;
  }

 private:
  unsigned found_ = 0;
};

template <narrow_element T>
class thread_partial<operators::all<T>> {
 public:
  using op = operators::all<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) {
    if (!is_true(a)) holding_ = 0;
  }
  __device__ void add(const op&, const pack<T>& a, const pack<T>&, std::int64_t) {
#pragma unroll
    for (unsigned i = 0; i < words_of_pack; ++i) holding_ &= nonzero_tops(a, i);
  }
  __device__ bool state(const op&) const {
    return holding_ == all_tops<T>;
  }

 private:
  unsigned holding_ = all_tops<T>;
};

}  // namespace warpfold
