// What a batch spans: from which power of two to which. (Compiled once for every instruction set.)
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_levels.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_RANGE) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_RANGE
#undef WARPFOLD_REDUCE_CPU_EXACT_RANGE
#else
#define WARPFOLD_REDUCE_CPU_EXACT_RANGE
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

// The first of the batches from `begin` on that is not all zeros; `end` if there is none.
template <class Source>
std::size_t after_zeros(const Source& source, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += std::min(batch, end - begin)) {
    double_vector seen = source.load(begin);
    for (std::size_t vector = begin + 1; all_zeros(seen) && vector < std::min(end, begin + batch); ++vector) {
      seen = source.load(vector);
    }
    if (!all_zeros(seen)) break;
    source.template fetch_ahead<batch>(begin);
  }
  return begin;
}

// The exponents of the vectors' nonzero values: 2^least <= |x| < 2^(greatest + 1).
struct exponent_range {
  int least = 2048;
  int greatest = -2048;  // above `least` unless all are zero; 1024 where any is not finite

  bool all_zero() const { return greatest < least; }
  bool exceptional() const { return greatest == 1024; }
};

// The exponent of a T that is not 0, by its magnitude's bits; 1024 where it is not finite.
template <floating T>
int exponent_of(typename float_format<T>::bits_type bits) {
  using format = float_format<T>;
  if (bits >= format::infinity_bits) return 1024;
  const int biased = static_cast<int>(bits >> (format::precision - 1));
  return format::least_exponent + (biased == 0 ? bit_length(std::uint64_t{bits}) - 1 : biased + format::precision - 2);
}

// Of a batch at most. It is loaded once more by whoever adds it up, who asks for memory ahead of it.
template <class Source>
exponent_range range_of(const Source& source, std::size_t begin, std::size_t end) {
  const double_vector zero = hn::Zero(as_doubles);
  const double_vector infinity = hn::Inf(as_doubles);
  double_vector greatest = zero;
  double_vector least = infinity;
  double_vector nans = zero;
  for (std::size_t vector = begin; vector < end; ++vector) {
    const double_vector x = hn::Abs(source.load(vector));
    greatest = hn::Max(x, greatest);
    least = hn::Min(hn::IfThenElse(hn::Eq(x, zero), infinity, x), least);
    nans = hn::Or(nans, hn::VecFromMask(as_doubles, hn::IsNaN(x)));
  }
  if (!all_zeros(nans)) return {1024, 1024};
  const auto exponent = [](double x) { return exponent_of<double>(bits_of(x)); };
  const double greatest_of_all = hn::GetLane(hn::MaxOfLanes(as_doubles, greatest));
  if (greatest_of_all == 0) return {};
  return {exponent(hn::GetLane(hn::MinOfLanes(as_doubles, least))), exponent(greatest_of_all)};
}
// Of elements narrower than doubles, by their own bits.
template <class Source>
requires(narrow_elements<Source>) exponent_range range_of(const Source& source, std::size_t begin, std::size_t end) {
  using element = typename Source::element;
  using bits_type = typename float_format<element>::bits_type;
  constexpr hn::Rebind<bits_type, doubles> tag;
  const auto magnitude_mask = hn::Set(tag, static_cast<bits_type>(~float_format<element>::sign_bit));
  const auto one = hn::Set(tag, bits_type{1});
  auto greatest = hn::Zero(tag);
  auto least_less_one = hn::Sub(greatest, one);
  for (std::size_t vector = begin; vector < end; ++vector) {
    const auto* from = reinterpret_cast<const bits_type*>(source.address(vector * lanes));
    const auto magnitude = hn::And(hn::LoadU(tag, from), magnitude_mask);
    greatest = hn::Max(greatest, magnitude);
    least_less_one = hn::Min(least_less_one, hn::Sub(magnitude, one));  // 0 becomes the greatest of all
  }
  const bits_type greatest_of_all = hn::GetLane(hn::MaxOfLanes(tag, greatest));
  const bits_type least_of_all = hn::GetLane(hn::MinOfLanes(tag, least_less_one)) + 1;
  if (greatest_of_all == 0) return {};
  return {exponent_of<element>(least_of_all), exponent_of<element>(greatest_of_all)};
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
