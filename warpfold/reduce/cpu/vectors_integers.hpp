// Sums of integers by vectors. Highway includes this file once for every instruction set.
//
// Signed elements are made unsigned by adding half their range, which is taken off the total. Each is added to a wider
// lane, and lanes are emptied into 128 bits before they can overflow: the exact sum is always known.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/fetch_ahead.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_INTEGERS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_INTEGERS
#undef WARPFOLD_REDUCE_CPU_VECTORS_INTEGERS
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_INTEGERS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using word_tag = hn::ScalableTag<std::uint64_t>;
using words = hn::Vec<word_tag>;

HWY_INLINE uint128 across_lanes(words sums) {
  HWY_ALIGN std::uint64_t lane[hn::MaxLanes(word_tag{})];
  hn::Store(sums, word_tag{}, lane);
  uint128 total = 0;
  for (const std::uint64_t value : lane) total += value;
  return total;
}

// A vector of elements of T, made unsigned.
template <class T>
HWY_INLINE auto load_unsigned(const T* from) {
  using bits_type = magnitude_t<T>;
  constexpr hn::ScalableTag<bits_type> tag{};
  const auto bits = hn::LoadU(tag, reinterpret_cast<const bits_type*>(from));
  if constexpr (std::is_signed_v<T>) {
    return hn::Xor(bits, hn::Set(tag, static_cast<bits_type>(bits_type{1} << (8 * sizeof(T) - 1))));
  } else {
    return bits;
  }
}

// Sums in 64-bit lanes: of the lower and of the upper half of each lane of what is loaded. A lane takes below 2^33 at a
// time.
struct half_sums {
  words lower;
  words upper;

  HWY_INLINE half_sums() : lower(hn::Zero(word_tag{})), upper(hn::Zero(word_tag{})) {}
  template <class Vector>
  HWY_INLINE void take(Vector loaded) {
    const words lanes = hn::BitCast(word_tag{}, loaded);
    lower = hn::Add(lower, hn::And(lanes, hn::Set(word_tag{}, 0xffffffffu)));
    upper = hn::Add(upper, hn::ShiftRight<32>(lanes));
  }
};

// Of whole vectors, unsigned; at most 2^30 of them.
template <class T>
uint128 sum_vectors(const T* elements, std::int64_t vectors) {
  constexpr std::int64_t lanes = hn::MaxLanes(hn::ScalableTag<magnitude_t<T>>{});
  if constexpr (sizeof(T) == 1) {
    words even = hn::Zero(word_tag{});
    words odd = even;
    std::int64_t v = 0;
    for (; v + 2 <= vectors; v += 2) {
      fetch_ahead<2 * lanes * sizeof(T)>(elements + v * lanes);
      even = hn::Add(even, hn::SumsOf8(load_unsigned(elements + v * lanes)));
      odd = hn::Add(odd, hn::SumsOf8(load_unsigned(elements + (v + 1) * lanes)));
    }
    if (v < vectors) even = hn::Add(even, hn::SumsOf8(load_unsigned(elements + v * lanes)));
    return across_lanes(even) + across_lanes(odd);
  } else if constexpr (sizeof(T) == 2) {
    constexpr hn::ScalableTag<std::uint32_t> pair_tag{};
    constexpr std::int64_t most = std::int64_t{1} << 15;  // pairs below 2^17 in 32 bits
    half_sums sums;
    for (std::int64_t first = 0; first < vectors; first += most) {
      const std::int64_t last = std::min(vectors, first + most);
      auto pairs = hn::Zero(pair_tag);
      for (std::int64_t v = first; v < last; ++v) {
        fetch_ahead<lanes * sizeof(T)>(elements + v * lanes);
        const auto loaded = hn::BitCast(pair_tag, load_unsigned(elements + v * lanes));
        pairs = hn::Add(pairs, hn::Add(hn::And(loaded, hn::Set(pair_tag, 0xffffu)), hn::ShiftRight<16>(loaded)));
      }
      sums.take(pairs);
    }
    return across_lanes(sums.lower) + across_lanes(sums.upper);
  } else {
    half_sums even;
    half_sums odd;
    std::int64_t v = 0;
    for (; v + 2 <= vectors; v += 2) {
      fetch_ahead<2 * lanes * sizeof(T)>(elements + v * lanes);
      even.take(load_unsigned(elements + v * lanes));
      odd.take(load_unsigned(elements + (v + 1) * lanes));
    }
    if (v < vectors) even.take(load_unsigned(elements + v * lanes));
    const uint128 lower = across_lanes(even.lower) + across_lanes(odd.lower);
    const uint128 upper = across_lanes(even.upper) + across_lanes(odd.upper);
    return sizeof(T) == 4 ? lower + upper : lower + (upper << 32);
  }
}

template <class T>
int128 integer_sum(const T* elements, std::int64_t count) {
  constexpr std::int64_t lanes = hn::MaxLanes(hn::ScalableTag<magnitude_t<T>>{});
  constexpr std::int64_t most = lanes << 30;
  int128 total = 0;
  std::int64_t i = 0;
  if constexpr (HWY_TARGET != HWY_SCALAR) {
    while (i + lanes <= count) {
      const std::int64_t vectors = std::min(most, count - i) / lanes;
      total += static_cast<int128>(sum_vectors(elements + i, vectors));
      i += vectors * lanes;
    }
  }
  if constexpr (std::is_signed_v<T>) total -= int128{i} << (8 * sizeof(T) - 1);
  for (; i < count; ++i) total += elements[i];
  return total;
}

// The loops below are plain: compilers make vectors of them.

template <class T>
int128 integer_magnitudes(const T* elements, std::int64_t count) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  int128 total = 0;
  for (std::int64_t first = 0; first < count; first += most) {
    const std::int64_t last = std::min(count, first + most);
    std::uint64_t lower = 0;  // of 32 bits each
    std::uint64_t upper = 0;
    for (std::int64_t i = first; i < last; ++i) {
      const auto size = std::uint64_t{magnitude_of(elements[i])};
      lower += size & 0xffffffffu;
      if constexpr (sizeof(T) == 8) upper += size >> 32;
    }
    total += (int128{upper} << 32) + lower;
  }
  return total;
}

template <class T>
int192 integer_products(const T* a, const T* b, std::int64_t count) {
  int192 total;
  if constexpr (sizeof(T) == 8) {
    for (std::int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_signed_v<T>) {
        total += int128{a[i]} * b[i];
      } else {
        total += int192::from_unsigned(uint128{a[i]} * b[i]);
      }
    }
  } else {
    using product = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    constexpr std::int64_t most = std::int64_t{1} << 20;
    for (std::int64_t first = 0; first < count; first += most) {
      const std::int64_t last = std::min(count, first + most);
      std::uint64_t lower = 0;  // of 32 bits each
      product upper = 0;
      for (std::int64_t i = first; i < last; ++i) {
        const product each = product{a[i]} * product{b[i]};
        lower += static_cast<std::uint64_t>(each) & 0xffffffffu;
        upper += each >> 32;
      }
      total += int128{upper} * (int128{1} << 32) + lower;
    }
  }
  return total;
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
