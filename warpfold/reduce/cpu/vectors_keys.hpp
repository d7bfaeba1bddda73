// Order keys by vectors: extremes, searches, zeros. Highway includes this file once for every instruction set.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/fetch_ahead.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/number/truth.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_KEYS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_KEYS
#undef WARPFOLD_REDUCE_CPU_VECTORS_KEYS
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_KEYS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using key_tag = hn::ScalableTag<order_key_t<T>>;
template <class T>
using key_vector = hn::Vec<key_tag<T>>;
template <class T>
constexpr std::int64_t key_lanes = hn::MaxLanes(key_tag<T>{});

// The order keys of the elements from `from` on, as many as a vector holds.
template <class T>
HWY_INLINE key_vector<T> load_keys(const T* from) {
  constexpr key_tag<T> tag{};
  const auto bits = hn::LoadU(tag, reinterpret_cast<const order_key_t<T>*>(from));
  if constexpr (is_floating_element<T>) {
    return hn::Xor(bits, hn::And(hn::BroadcastSignBit(bits), hn::Set(tag, highest_key<T>)));
  } else if constexpr (std::is_signed_v<T>) {
    return bits;
  } else {
    return hn::Xor(bits, hn::Set(tag, lowest_key<T>));
  }
}

template <class T>
HWY_INLINE auto is_outside(key_vector<T> keys, key_range<T> range) {
  constexpr key_tag<T> tag{};
  return hn::Or(hn::Lt(keys, hn::Set(tag, range.least)), hn::Gt(keys, hn::Set(tag, range.greatest)));
}

template <class T, bool SkipNan>
struct running_extremes {
  key_vector<T> least;
  key_vector<T> greatest;

  HWY_INLINE running_extremes()
      : least(hn::Set(key_tag<T>{}, highest_key<T>)), greatest(hn::Set(key_tag<T>{}, lowest_key<T>)) {}
  HWY_INLINE void take(const T* from) {
    constexpr key_tag<T> tag{};
    const auto keys = load_keys(from);
    if constexpr (SkipNan && is_floating_element<T>) {
      const auto nan = is_outside<T>(keys, number_keys<T>());
      least = hn::Min(least, hn::IfThenElse(nan, hn::Set(tag, highest_key<T>), keys));
      greatest = hn::Max(greatest, hn::IfThenElse(nan, hn::Set(tag, lowest_key<T>), keys));
    } else {
      least = hn::Min(least, keys);
      greatest = hn::Max(greatest, keys);
    }
  }
  HWY_INLINE void merge(const running_extremes& other) {
    least = hn::Min(least, other.least);
    greatest = hn::Max(greatest, other.greatest);
  }
  HWY_INLINE key_range<T> across_lanes() const {
    constexpr key_tag<T> tag{};
    HWY_ALIGN order_key_t<T> low[key_lanes<T>];
    HWY_ALIGN order_key_t<T> high[key_lanes<T>];
    hn::Store(least, tag, low);
    hn::Store(greatest, tag, high);
    key_range<T> range;
    for (std::int64_t lane = 0; lane < key_lanes<T>; ++lane) {
      range.least = low[lane] < range.least ? low[lane] : range.least;
      range.greatest = high[lane] > range.greatest ? high[lane] : range.greatest;
    }
    return range;
  }
};

template <class T>
key_range<T> few_extremes(const T* elements, std::int64_t count, bool skip_nan) {
  key_range<T> range;
  for (std::int64_t i = 0; i < count; ++i) {
    const order_key_t<T> key = order_key(elements[i]);
    if (skip_nan && is_nan_key<T>(key)) continue;
    range.least = key < range.least ? key : range.least;
    range.greatest = key > range.greatest ? key : range.greatest;
  }
  return range;
}

template <class T, bool SkipNan>
key_range<T> extremes_of(const T* elements, std::int64_t count) {
  constexpr std::int64_t lanes = key_lanes<T>;
  if (count < lanes) return few_extremes(elements, count, SkipNan);
  running_extremes<T, SkipNan> first, second, third, fourth;
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    fetch_ahead<4 * lanes * sizeof(T)>(elements + i);
    first.take(elements + i);
    second.take(elements + i + lanes);
    third.take(elements + i + 2 * lanes);
    fourth.take(elements + i + 3 * lanes);
  }
  for (; i + lanes <= count; i += lanes) first.take(elements + i);
  // The last vector may take elements again, which does no harm here.
  second.take(elements + count - lanes);
  first.merge(second);
  third.merge(fourth);
  first.merge(third);
  return first.across_lanes();
}

template <class T>
key_range<T> extremes(const T* elements, std::int64_t count) {
  return extremes_of<T, false>(elements, count);
}
template <class T>
key_range<T> numeric_extremes(const T* elements, std::int64_t count) {
  return extremes_of<T, true>(elements, count);
}

template <class T, bool Outside>
std::int64_t find(const T* elements, std::int64_t count, key_range<T> range) {
  constexpr key_tag<T> tag{};
  constexpr std::int64_t lanes = key_lanes<T>;
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto outside = is_outside<T>(load_keys(elements + i), range);
    const auto found = hn::FindFirstTrue(tag, Outside ? outside : hn::Not(outside));
    if (found >= 0) return i + found;
  }
  for (; i < count; ++i) {
    const order_key_t<T> key = order_key(elements[i]);
    if ((key < range.least || key > range.greatest) == Outside) return i;
  }
  return count;
}

template <class T>
std::int64_t find_inside(const T* elements, std::int64_t count, key_range<T> range) {
  return find<T, false>(elements, count, range);
}
template <class T>
std::int64_t find_outside(const T* elements, std::int64_t count, key_range<T> range) {
  return find<T, true>(elements, count, range);
}

template <class T>
std::int64_t count_nonzero(const T* elements, std::int64_t count) {
  constexpr key_tag<T> tag{};
  constexpr std::int64_t lanes = key_lanes<T>;
  const auto zero = hn::Zero(tag);
  std::int64_t zeros = 0;
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    fetch_ahead<lanes * sizeof(T)>(elements + i);
    auto bits = hn::LoadU(tag, reinterpret_cast<const order_key_t<T>*>(elements + i));
    if constexpr (is_floating_element<T>) bits = hn::Add(bits, bits);  // without the sign
    zeros += static_cast<std::int64_t>(hn::CountTrue(tag, hn::Eq(bits, zero)));
  }
  for (; i < count; ++i) zeros += is_true(elements[i]) ? 0 : 1;
  return count - zeros;
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
