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

// Sources whose elements go to bins as they lie in memory.
template <class Source>
constexpr bool has_bins_of_its_own = false;
template <>
inline constexpr bool has_bins_of_its_own<element_source<bfloat16>> = true;
template <>
inline constexpr bool has_bins_of_its_own<element_source<float>> = true;
template <>
inline constexpr bool has_bins_of_its_own<element_source<double>> = true;

alignas(16) inline constexpr std::array<std::uint64_t, 2> bins_marker{0, double_bins::marker};

static_assert(std::endian::native == std::endian::little);

// Adds `count` doubles at any alignment; infinities and NaNs have bins of their own.
template <class Element>
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
    constexpr hn::Rebind<std::uint32_t, hn::CappedTag<std::uint64_t, 2>> as_half_bits;
    const auto marker = hn::Load(as_halves, bins_marker.data());
    const auto half =
        hn::PromoteTo(as_halves, hn::LoadU(as_half_bits, reinterpret_cast<const std::uint32_t*>(element)));
    hn::Store(hn::Add(hn::Add(half, marker), hn::Load(as_halves, sum)), as_halves, sum);
#endif
  };
  for (std::size_t i = 0; i < count; ++i) add(i % double_bins::tables, elements + 8 * i);
}

// The bits of the element at `from` as a float.
template <class Element>
HWY_INLINE std::uint32_t float_bits(const unsigned char* from) {
  typename float_format<Element>::bits_type bits;
  std::memcpy(&bits, from, sizeof bits);
  return std::uint32_t{bits} << (32 - 8 * sizeof bits);
}

// Adds `count` floats or bfloat16s, which are the upper halves of floats, at any alignment, the first to table 0.
template <class Element>
HWY_INLINE void add_to_bins(float_bins& bins, const unsigned char* elements, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = float_bits<Element>(elements + sizeof(Element) * i);
    std::uint64_t* sum = bins.sums.data() + (bits >> 23);
    // An address in a register: read-modify-write at a base plus an index takes more slots.
    asm("" : "+r"(sum));
    sum[i % float_bins::tables * float_bins::stride] += bits + float_bins::marker;
  }
}

// Adds vectors begin … end - 1, whose elements all exist.
template <class Bins, class Source>
void add_to_bins_only(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  for (std::size_t vector = begin; vector < end; ++vector) {
    source.template fetch_ahead<1>(vector);
    add_to_bins<typename Source::element>(bins, source.address(vector * lanes), lanes);
  }
}

// Adds vectors begin … end - 1, a stretch at most, whose elements all exist, by turns to the bins and to the levels
// beside them. Where the levels do not hold a batch, it goes to the bins altogether.
template <int Levels, class Bins, class Source>
HWY_NOINLINE void add_to_bins_and_levels(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  level_registers<Levels> level(bins.levels);
  const integer_vector sign_and_exponent = hn::Set(as_integers, std::int64_t{-1} << 52);
  std::uint64_t peeled = 0;
  std::size_t next = begin;
  for (; next + batch <= end; next += batch) {
    integer_vector over = hn::Zero(as_integers);
    integer_vector left = hn::Zero(as_integers);
    for (std::size_t vector = next; vector < next + batch; vector += 2) {
      source.template fetch_ahead<2>(vector);
      add_to_bins<typename Source::element>(bins, source.address((vector + 1) * lanes), lanes);
      const double_vector x = source.load_whole(vector);
      over = hn::Or(over, excess(x, level));
      const double_vector rest = level.template peel<false, Levels>(x);
      // The last level reaches down to the least float.
      if constexpr (!narrow_elements<Source>) left = hn::Or(left, bits_in(rest));
    }
    over = hn::And(over, sign_and_exponent);
    left = hn::Add(left, left);
    if (HWY_LIKELY(hn::AllTrue(as_integers, hn::Eq(hn::Or(over, left), hn::Zero(as_integers))))) {
      peeled += batch / 2 * lanes;
    } else {
      for (std::size_t vector = next; vector < next + batch; vector += 2) {
        level.template peel<true, Levels>(source.load_whole(vector));
        add_to_bins<typename Source::element>(bins, source.address(vector * lanes), lanes);
      }
    }
  }
  level.add_to(bins.levels, peeled);
  add_to_bins_only(bins, source, next, end);
}
template <class Bins, class Source>
void add_to_bins_and_levels(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  switch (bins.levels.levels) {
    case 3:
      return add_to_bins_and_levels<3>(bins, source, begin, end);
    case 4:
      return add_to_bins_and_levels<4>(bins, source, begin, end);
    case 5:
      return add_to_bins_and_levels<5>(bins, source, begin, end);
    default:
      return add_to_bins_and_levels<6>(bins, source, begin, end);
  }
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
