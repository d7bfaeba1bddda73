// What threads and warps gather of min, max and minmax. Over float16, bfloat16 and float32 by the instructions for
// floats, which order -0 below +0 and either keep a NaN or leave it out, halves two at a time. Over integers of 8 and
// 16 bits in whole words.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "warpfold/reduce/op/max.hpp"
#include "warpfold/reduce/op/min.hpp"
#include "warpfold/reduce/op/minmax.hpp"
#include "warpfold/reduce/warp.cuh"
#include "warpfold/reduce/word.cuh"

namespace warpfold {

template <class T>
concept short_float = std::same_as<T, float16> || std::same_as<T, bfloat16> || std::same_as<T, float>;

// Whether a NaN counts for an operator that orders elements; if not, it is skipped.
template <class Op>
__device__ bool keeps_nan(const Op& op) {
  if constexpr (is_floating_element<element_of<Op>>) {
    typename Op::state state = op.identity();
    op.absorb(state, canonical_nan<element_of<Op>>(), 0);
    return !(state == op.identity());
  } else {
    return true;
  }
}

enum class extreme { least, greatest };

// The lesser or the greater of two floats, or of two words of two halves each. A NaN, which becomes the positive one
// with all bits set, is kept or left out.
template <short_float T, extreme Which, bool KeepsNan>
__device__ unsigned extreme_of(unsigned a, unsigned b) {
  constexpr bool greatest = Which == extreme::greatest;
  unsigned result;
  if constexpr (std::same_as<T, float>) {
    if constexpr (greatest && KeepsNan) asm("max.NaN.f32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (greatest && !KeepsNan) asm("max.f32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && KeepsNan) asm("min.NaN.f32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && !KeepsNan) asm("min.f32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  } else if constexpr (std::same_as<T, float16>) {
    if constexpr (greatest && KeepsNan) asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (greatest && !KeepsNan) asm("max.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && KeepsNan) asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && !KeepsNan) asm("min.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  } else {
    if constexpr (greatest && KeepsNan) asm("max.NaN.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (greatest && !KeepsNan) asm("max.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && KeepsNan) asm("min.NaN.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    if constexpr (!greatest && !KeepsNan) asm("min.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
  }
  return result;
}

// The extreme of the elements so far, as the operator Op, min or max, keeps it.
template <class Op, extreme Which>
class float_extreme {
 public:
  using T = element_of<Op>;

  __device__ explicit float_extreme(const Op& op) : single_(op.identity()) {}
  __device__ void add(const Op& op, T a, T, std::int64_t) { op.absorb(single_, a, 0); }
  __device__ void add(const Op& op, const pack<T>& elements, const pack<T>&, std::int64_t) {
    if (keeps_nan(op)) {
      add_words<true>(elements);
    } else {
      add_words<false>(elements);
    }
  }
  __device__ typename Op::state state(const Op& op) const {
    typename Op::state state = single_;
    if (!any_) return state;
    constexpr unsigned per_word = sizeof(unsigned) / sizeof(T);
    T elements[per_word];
    std::memcpy(static_cast<void*>(elements), &word_, sizeof word_);
#pragma unroll
    for (const T element : elements) op.absorb(state, element, 0);
    return state;
  }

 private:
  template <bool KeepsNan>
  __device__ void add_words(const pack<T>& elements) {
    unsigned words[words_of_pack];
#pragma unroll
    for (unsigned i = 0; i < words_of_pack; ++i) words[i] = word_of<unsigned>(elements, i);
    words[0] = extreme_of<T, Which, KeepsNan>(words[0], words[1]);
    words[2] = extreme_of<T, Which, KeepsNan>(words[2], words[3]);
    words[0] = extreme_of<T, Which, KeepsNan>(words[0], words[2]);
    word_ = any_ ? extreme_of<T, Which, KeepsNan>(word_, words[0]) : words[0];
    any_ = true;
  }

  typename Op::state single_;
  unsigned word_ = 0;
  bool any_ = false;  // whether word_ holds something
};

template <class T>
concept narrow_integer = std::integral<T> && sizeof(T) <= 2;

// The least or the greatest of the keys of a pack: each is moved to the top of a word, where what lies below it decides
// between equal ones only.
template <extreme Which, narrow_integer T>
__device__ order_key_t<T> extreme_key(const pack<T>& elements) {
  constexpr unsigned bits = 8 * sizeof(T);
  constexpr unsigned flipped = std::is_signed_v<T> ? 0 : sizeof(T) == 1 ? 0x80808080 : 0x80008000;
  const auto better = [](int a, int b) { return Which == extreme::greatest ? ::max(a, b) : ::min(a, b); };
  int best = Which == extreme::greatest ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
#pragma unroll
  for (unsigned i = 0; i < words_of_pack; ++i) {
    const unsigned word = word_of<unsigned>(elements, i) ^ flipped;
#pragma unroll
    for (unsigned shift = 0; shift < 32; shift += bits) best = better(best, static_cast<int>(word << shift));
  }
  return static_cast<order_key_t<T>>(best >> (32 - bits));
}

// The extreme of narrow integers so far, as the operator Op, min or max, keeps it.
template <class Op, extreme Which>
class integer_extreme {
 public:
  using T = element_of<Op>;

  __device__ explicit integer_extreme(const Op& op) : extreme_(op.identity()) {}
  __device__ void add(const Op& op, T a, T, std::int64_t) { op.absorb(extreme_, a, 0); }
  __device__ void add(const Op& op, const pack<T>& a, const pack<T>&, std::int64_t) {
    op.combine(extreme_, extreme_key<Which>(a));
  }
  __device__ typename Op::state state(const Op&) const { return extreme_; }

 private:
  typename Op::state extreme_;
};

template <narrow_integer T>
class thread_partial<operators::max<T>> : public integer_extreme<operators::max<T>, extreme::greatest> {
  using integer_extreme<operators::max<T>, extreme::greatest>::integer_extreme;
};
template <narrow_integer T>
class thread_partial<operators::min<T>> : public integer_extreme<operators::min<T>, extreme::least> {
  using integer_extreme<operators::min<T>, extreme::least>::integer_extreme;
};

template <narrow_integer T>
class thread_partial<operators::minmax<T>> {
 public:
  using op = operators::minmax<T>;

  __device__ explicit thread_partial(const op& of) : extremes_(of.identity()) {}
  __device__ void add(const op& of, T a, T, std::int64_t) { of.absorb(extremes_, a, 0); }
  __device__ void add(const op& of, const pack<T>& a, const pack<T>&, std::int64_t) {
    of.combine(extremes_, {extreme_key<extreme::least>(a), extreme_key<extreme::greatest>(a)});
  }
  __device__ typename op::state state(const op&) const { return extremes_; }

 private:
  typename op::state extremes_;
};

template <short_float T>
class thread_partial<operators::max<T>> : public float_extreme<operators::max<T>, extreme::greatest> {
  using float_extreme<operators::max<T>, extreme::greatest>::float_extreme;
};
template <short_float T>
class thread_partial<operators::min<T>> : public float_extreme<operators::min<T>, extreme::least> {
  using float_extreme<operators::min<T>, extreme::least>::float_extreme;
};

template <short_float T>
class thread_partial<operators::minmax<T>> {
 public:
  using op = operators::minmax<T>;

  __device__ explicit thread_partial(const op& of)
      : min_(mode_of(of)), max_(mode_of(of)), least_(min_), greatest_(max_) {}
  template <class Elements>
  __device__ void add(const op&, const Elements& a, const Elements& b, std::int64_t index) {
    least_.add(min_, a, b, index);
    greatest_.add(max_, a, b, index);
  }
  __device__ typename op::state state(const op&) const { return {least_.state(min_), greatest_.state(max_)}; }

 private:
  __device__ static nan_mode mode_of(const op& of) { return keeps_nan(of) ? nan_mode::propagate : nan_mode::skip; }

  operators::min<T> min_;
  operators::max<T> max_;
  float_extreme<operators::min<T>, extreme::least> least_;
  float_extreme<operators::max<T>, extreme::greatest> greatest_;
};

namespace operators {

template <class T>
__device__ typename max<T>::state warp_reduce(const max<T>& op, typename max<T>::state value,
                                              unsigned valid = warp_lanes) {
  return warp_greatest(threadIdx.x % warp_lanes < valid ? value : op.identity());
}
template <class T>
__device__ typename min<T>::state warp_reduce(const min<T>& op, typename min<T>::state value,
                                              unsigned valid = warp_lanes) {
  return warp_least(threadIdx.x % warp_lanes < valid ? value : op.identity());
}
template <class T>
__device__ typename minmax<T>::state warp_reduce(const minmax<T>& op, typename minmax<T>::state value,
                                                 unsigned valid = warp_lanes) {
  if (threadIdx.x % warp_lanes >= valid) value = op.identity();
  return {warp_least(value.least), warp_greatest(value.greatest)};
}

}  // namespace operators

}  // namespace warpfold
