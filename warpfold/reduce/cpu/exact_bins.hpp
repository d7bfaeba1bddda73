// Sums in bins (see exact_gathering.hpp), whatever the exponents. (Compiled once for every instruction
// set.)
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"
#include "warpfold/reduce/cpu/exact_windows.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_BINS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_BINS
#undef WARPFOLD_REDUCE_CPU_EXACT_BINS
#else
#define WARPFOLD_REDUCE_CPU_EXACT_BINS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

alignas(16) inline constexpr std::array<std::uint64_t, 2> bins_marker{0, double_bins::marker};

static_assert(std::endian::native == std::endian::little);

// Adds `count` doubles at any alignment; infinities and NaNs have bins of their own.
HWY_INLINE void add_to_bins(double_bins& bins, const unsigned char* elements, std::size_t count) {
  const auto add = [&bins](std::size_t table, const unsigned char* element) {
    // The upper 16 bits of a double are the bin and four bits of the fraction: sixteen times the bin.
    std::uint16_t bin_and_fraction;
    std::memcpy(&bin_and_fraction, element + 6, sizeof bin_and_fraction);
    static_assert(sizeof(double_bins::bin_sums) == 32);
    auto* const first = reinterpret_cast<unsigned char*>(&bins.sums[0][table]);
    auto* const sum = reinterpret_cast<std::uint64_t*>(first + std::size_t{2} * (bin_and_fraction & 0xfff0u));
#if HWY_TARGET == HWY_SCALAR
    std::array<std::uint32_t, 2> half;
    std::memcpy(half.data(), element, sizeof half);
    sum[0] += half[0];
    sum[1] += half[1] + double_bins::marker;
#else
    constexpr hn::CappedTag<std::uint64_t, 2> as_halves;
    constexpr hn::Rebind<std::uint32_t, hn::CappedTag<std::uint64_t, 2> > as_half_bits;
    const auto marker = hn::Load(as_halves, bins_marker.data());
    const auto half =
        hn::PromoteTo(as_halves, hn::LoadU(as_half_bits, reinterpret_cast<const std::uint32_t*>(element)));
    hn::Store(hn::Add(hn::Add(half, marker), hn::Load(as_halves, sum)), as_halves, sum);
#endif
  };
  for (std::size_t i = 0; i < count; ++i) add(i % double_bins::tables, elements + 8 * i);
}

// Adds `count` floats at any alignment to the bins, the first to table 0.
HWY_INLINE void add_to_bins(float_bins& bins, const unsigned char* elements, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, elements + 4 * i, sizeof bits);
    std::uint64_t* sum = &bins.sums[i % float_bins::tables * float_bins::stride + (bits >> 23)];
    // An address in a register: read-modify-write at a base plus an index takes more slots.
    asm("" : "+r"(sum));
    *sum += bits + float_bins::marker;
  }
}

// Adds vectors begin … end - 1, a stretch at most, whose elements all exist, by turns to the bins and to the levels
// beside them. Returns whether any element is infinite or NaN.
HWY_NOINLINE inline bool add_to_bins_and_levels(float_bins& bins, const element_source<float>& source,
                                                std::size_t begin, std::size_t end) {
  level_registers<most_levels> level(bins.levels);
  integer_vector over = hn::Zero(as_integers);
  std::size_t vector = begin;
  for (; vector + 2 <= end; vector += 2) {
    source.fetch_ahead(vector);
    add_to_bins(bins, source.address((vector + 1) * lanes), lanes);
    // Every float is a multiple of the last level's unit: nothing can be left.
    peel_vector<false>(source, vector, level, over);
  }
  level.add_to(bins.levels, (vector - begin) / 2 * lanes);
  add_to_bins(bins, source.address(vector * lanes), (end - vector) * lanes);
  const integer_vector sign_and_exponent = hn::Set(as_integers, std::int64_t{-1} << 52);
  const bool all_below_top = hn::AllTrue(as_integers, hn::Eq(hn::And(over, sign_and_exponent), hn::Zero(as_integers)));
  return bins.take_exceptional() || !all_below_top;
}
// What the levels do not hold goes to the bins, a batch at a time.
HWY_NOINLINE inline bool add_to_bins_and_levels(double_bins& bins, const element_source<double>& source,
                                                std::size_t begin, std::size_t end) {
  level_registers<most_levels> level(bins.levels);
  const integer_vector sign_and_exponent = hn::Set(as_integers, std::int64_t{-1} << 52);
  std::uint64_t peeled = 0;
  std::size_t next = begin;
  for (; next + batch <= end; next += batch) {
    integer_vector over = hn::Zero(as_integers);
    integer_vector left = hn::Zero(as_integers);
    for (std::size_t vector = next; vector < next + batch; vector += 2) {
      source.fetch_ahead(vector);
      source.fetch_ahead(vector + 1);
      add_to_bins(bins, source.address((vector + 1) * lanes), lanes);
      left = hn::Or(left, peel_vector<false>(source, vector, level, over));
    }
    over = hn::And(over, sign_and_exponent);
    left = hn::Add(left, left);
    if (HWY_LIKELY(hn::AllTrue(as_integers, hn::Eq(hn::Or(over, left), hn::Zero(as_integers))))) {
      peeled += batch / 2 * lanes;
    } else {
      for (std::size_t vector = next; vector < next + batch; vector += 2) {
        peel_vector<true>(source, vector, level, over);
        add_to_bins(bins, source.address(vector * lanes), lanes);
      }
    }
  }
  level.add_to(bins.levels, peeled);
  add_to_bins(bins, source.address(next * lanes), (end - next) * lanes);
  return bins.take_exceptional();
}
inline bool add_to_bins_only(double_bins& bins, const element_source<double>& source, std::size_t begin,
                             std::size_t end) {
  for (std::size_t vector = begin; vector < end; ++vector) {
    source.fetch_ahead(vector);
    add_to_bins(bins, source.address(vector * lanes), lanes);
  }
  return bins.take_exceptional();
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
