// Sums in bins: significands are added up by exponent, whatever the exponents. (Compiled once for every instruction
// set.)
#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_BINS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_BINS
#undef WARPFOLD_REDUCE_CPU_EXACT_BINS
#else
#define WARPFOLD_REDUCE_CPU_EXACT_BINS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

// Adds every lane to its exponent's bin. Lanes that are not finite go to bins of their own, which nobody reads.
HWY_INLINE void add_to_bins(exponent_bins& bins, double_vector x) {
  const integer_vector fraction_mask = hn::Set(as_integers, (std::int64_t{1} << 52) - 1);
  const integer_vector low_mask = hn::Set(as_integers, 0xffffffff);
  const integer_vector implicit = hn::Set(as_integers, std::int64_t{1} << 52);

  const integer_vector bits = bits_in(x);
  const integer_vector sign = hn::BroadcastSignBit(bits);
  const integer_vector exponent = hn::ShiftRight<52>(hn::AndNot(hn::Set(as_integers, INT64_MIN), bits));
  const auto subnormal = hn::Eq(exponent, hn::Zero(as_integers));
  const integer_vector significand = hn::Or(hn::And(bits, fraction_mask), hn::IfThenZeroElse(subnormal, implicit));
  const auto signed_part = [&sign](integer_vector part) { return hn::Sub(hn::Xor(part, sign), sign); };
  const integer_vector low = signed_part(hn::And(significand, low_mask));
  const integer_vector high = signed_part(hn::ShiftRight<32>(significand));

  alignas(64) std::array<std::int64_t, lanes> index;
  hn::Store(exponent, as_integers, index.data());
  const auto bin_of = [&](std::size_t lane) -> exponent_bins::bin& {
    return bins.table[lane % exponent_bins::tables][static_cast<std::size_t>(index[lane])];
  };
#if HWY_TARGET == HWY_SCALAR
  bin_of(0).low += hn::GetLane(low);
  bin_of(0).high += hn::GetLane(high);
#else
  // A bin's two halves are added at once.
  constexpr hn::CappedTag<std::int64_t, 2> as_bin;
  alignas(64) std::array<std::int64_t, 2 * lanes> addends;
  hn::Store(hn::InterleaveLower(as_integers, low, high), as_integers, addends.data());
  hn::Store(hn::InterleaveUpper(as_integers, low, high), as_integers, addends.data() + lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::int64_t* addend = addends.data() + (lane % 2 == 0 ? lane : lanes + lane - 1);
    std::int64_t* bin = &bin_of(lane).low;
    hn::Store(hn::Add(hn::Load(as_bin, bin), hn::Load(as_bin, addend)), as_bin, bin);
  }
#endif
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
