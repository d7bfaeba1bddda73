// Sums in windows of elements narrower than doubles, whose own bits tell beforehand, many at a time, whether the levels
// hold them. (Compiled once for every instruction set.)
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_levels.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_NARROW) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_NARROW
#undef WARPFOLD_REDUCE_CPU_EXACT_NARROW
#else
#define WARPFOLD_REDUCE_CPU_EXACT_NARROW
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

// The bits of the T that is 2^exponent, or of infinity where there is none so large. exponent >= the least.
template <floating T>
constexpr auto bits_of_power(int exponent) {
  using format = float_format<T>;
  constexpr int infinite = static_cast<int>(format::infinity_bits >> (format::precision - 1));
  const int above_least = exponent - format::least_exponent;
  const int biased = above_least - (format::precision - 1) + 1;
  const auto bits = biased <= 0 ? std::uint64_t{1} << above_least
                                : static_cast<std::uint64_t>(std::min(biased, infinite)) << (format::precision - 1);
  return static_cast<typename format::bits_type>(bits);
}

// Whether windows hold elements narrower than doubles, told by the elements' own bits: whether each is 0 or between a
// window's top and the least that is surely a multiple of its last unit.
template <floating T>
class narrow_check {
 public:
  HWY_INLINE narrow_check(const window& w, int levels) {
    using format = float_format<T>;
    const int last_unit = w.unit_exponent(levels - 1);
    greatest_held_ = hn::Set(tag, static_cast<bits_type>(bits_of_power<T>(w.top) - 1));
    least_held_ =
        hn::Set(tag, last_unit <= format::least_exponent ? bits_type{0}
                                                         : bits_of_power<T>(last_unit + format::precision - 1) - 1);
    start();
  }
  HWY_INLINE void start() {
    greatest_ = hn::Zero(tag);
    least_ = least_held_;
  }
  // Looks at `Vectors` vectors of doubles' worth of elements.
  template <std::size_t Vectors>
  HWY_INLINE void look_at(const unsigned char* elements) {
    static_assert(Vectors % vectors_each == 0);
    for (std::size_t k = 0; k < Vectors / vectors_each; ++k) {
      const auto* from = reinterpret_cast<const bits_type*>(elements) + k * hn::MaxLanes(tag);
      const auto bits = hn::And(hn::LoadU(tag, from), hn::Set(tag, magnitude_mask));
      greatest_ = hn::Max(greatest_, bits);
      least_ = hn::Min(least_, hn::Sub(bits, hn::Set(tag, 1)));  // 0 becomes the greatest of all
    }
  }
  HWY_INLINE bool held() const {
    return hn::AllTrue(
        tag, hn::And(hn::Eq(hn::Max(greatest_, greatest_held_), greatest_held_), hn::Eq(least_, least_held_)));
  }

 private:
  using bits_type = typename float_format<T>::bits_type;
  static constexpr hn::ScalableTag<bits_type> tag{};
  static constexpr std::size_t vectors_each = hn::MaxLanes(tag) / lanes;
  static constexpr auto magnitude_mask = static_cast<bits_type>(~float_format<T>::sign_bit);
  using vector = hn::Vec<hn::ScalableTag<bits_type>>;

  vector greatest_held_;
  vector least_held_;
  vector greatest_;
  vector least_;
};

// Adds whole batches of vectors begin … end - 1, a stretch at most, to `Levels` levels of the window, for as long as it
// holds them. Returns where it stopped.
template <int Levels, floating T>
HWY_NOINLINE std::size_t extract_narrow(window& w, const element_source<T>& source, std::size_t begin,
                                        std::size_t end) {
  level_registers<Levels> level(w);
  narrow_check<T> check(w, Levels);
  std::size_t next = begin;
  for (; next + batch <= end; next += batch) {
    check.start();
    for (std::size_t vector = next; vector < next + batch; vector += vectors_at_once) {
      source.template fetch_ahead<vectors_at_once>(vector);
      check.template look_at<vectors_at_once>(source.address(vector * lanes));
      peel_unwatched<false>(source, vector, level, each<vectors_at_once>);
    }
    if (HWY_UNLIKELY(!check.held())) {
      for (std::size_t vector = next; vector < next + batch; vector += vectors_at_once) {
        peel_unwatched<true>(source, vector, level, each<vectors_at_once>);
      }
      break;
    }
  }
  level.add_to(w, (next - begin) * lanes);
  return next;
}

template <floating T>
std::size_t extract_narrow(window& w, int levels, const element_source<T>& source, std::size_t begin, std::size_t end) {
  if (end - begin < batch) return begin;
  return levels == 1 ? extract_narrow<1>(w, source, begin, end) : extract_narrow<2>(w, source, begin, end);
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
