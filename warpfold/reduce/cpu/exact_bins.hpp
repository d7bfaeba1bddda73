// Sums in bins (see exact_gathering.hpp), whatever the exponents. (Compiled once for every instruction
// set.)
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

// Adds a double at any alignment, to one of the tables; infinities and NaNs have bins of their own.
HWY_INLINE void add_double(double_bins& bins, const unsigned char* element, std::size_t table) {
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
  const auto half = hn::PromoteTo(as_halves, hn::LoadU(as_half_bits, reinterpret_cast<const std::uint32_t*>(element)));
  hn::Store(hn::Add(hn::Add(half, marker), hn::Load(as_halves, sum)), as_halves, sum);
#endif
}
// Adds doubles that lie one after another.
template <class Element, std::size_t... I>
HWY_INLINE void add_to_bins(double_bins& bins, const unsigned char* elements, std::index_sequence<I...>) {
  (add_double(bins, elements + 8 * I, I % double_bins::tables), ...);
}

// The bits of the element at `from` as a float.
template <class Element>
HWY_INLINE std::uint32_t float_bits(const unsigned char* from) {
  typename float_format<Element>::bits_type bits;
  std::memcpy(&bits, from, sizeof bits);
  return std::uint32_t{bits} << (32 - 8 * sizeof bits);
}

// Adds a float's bits to one of the tables, which begins at `sums`.
HWY_INLINE void add_float(std::uint64_t* sums, std::uint64_t bits, std::size_t table, int exponent_position) {
  std::uint64_t* sum = sums + (bits >> exponent_position);
#if HWY_TARGET < HWY_AVX2
  // An address in a register: on Intel's machines, read-modify-write at a base plus an index takes more slots.
  asm("" : "+r"(sum));
#endif
  sum[table * float_bins::stride] += bits + float_bins::marker;
}
// Adds floats or bfloat16s, which are the upper halves of floats, that lie one after another at any alignment.
template <class Element, std::size_t... I>
HWY_INLINE void add_to_bins(float_bins& bins, const unsigned char* elements, std::index_sequence<I...>) {
  int exponent_position = 23;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  // A shift by a register leaves what it shifts as it is, without a copy.
  asm("" : "+r"(exponent_position));
#endif
  (add_float(bins.sums.data(), float_bits<Element>(elements + sizeof(Element) * I), I % float_bins::tables,
             exponent_position),
   ...);
}

// Adds vectors begin … end - 1, whose elements all exist.
template <class Bins, class Source>
void add_to_bins_only(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  for (std::size_t vector = begin; vector < end; ++vector) {
    source.template fetch_ahead<1>(vector);
    add_to_bins<typename Source::element>(bins, source.address(vector * lanes), each<lanes>);
  }
}

// Of floats, so many go to bins while vectors_at_once vectors go to levels: vectors of doubles of 256 bits, six levels
// of them, take about as long.
constexpr std::size_t floats_at_once = 32;

// Doubles show whether levels hold them when they are peeled.
struct no_check {
  no_check(const window&, int) {}
};
template <class Source>
using check_beforehand = std::conditional_t<narrow_elements<Source>, narrow_check<typename Source::element>, no_check>;

// Peels the vectors_at_once vectors from `vector` on if the levels hold them; returns whether they do.
template <int Levels, floating T>
HWY_INLINE bool peel_if_held(const element_source<T>& source, std::size_t vector, level_registers<Levels>& level,
                             narrow_check<T>& check) {
  check.start();
  check.template look_at<vectors_at_once>(source.address(vector * lanes));
  if (HWY_UNLIKELY(!check.held())) return false;
  peel_whole<false>(source, vector, level, each<vectors_at_once>);
  return true;
}
template <int Levels>
HWY_INLINE bool peel_if_held(const element_source<double>& source, std::size_t vector, level_registers<Levels>& level,
                             no_check) {
  integer_vector over = hn::Zero(as_integers);
  integer_vector left = hn::Zero(as_integers);
  peel_vectors<false>(source, vector, level, over, left, each<vectors_at_once>);
  if (HWY_LIKELY(state_of(over, left) == batch_state::clean)) return true;
  peel_vectors<true>(source, vector, level, over, left, each<vectors_at_once>);
  return false;
}

// How many vectors go to the bins while vectors_at_once vectors go to levels.
template <class Source>
constexpr std::size_t bins_at_once = narrow_elements<Source> ? floats_at_once / lanes : vectors_at_once;
template <class Source>
constexpr std::size_t turn = vectors_at_once + bins_at_once<Source>;

// Adds vectors begin … end - 1, a stretch at most, whose elements all exist, to the levels beside the bins and to the
// bins, by turns, for as long as the levels hold what is theirs. Returns where it stopped.
template <int Levels, class Bins, class Source>
HWY_NOINLINE std::size_t take_turns(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  level_registers<Levels> level(bins.levels);
  check_beforehand<Source> check(bins.levels, Levels);
  std::size_t next = begin;
  for (; next + turn<Source> <= end; next += turn<Source>) {
    source.template fetch_ahead<turn<Source>>(next);
    if (HWY_UNLIKELY(!peel_if_held(source, next, level, check))) break;
    add_to_bins<typename Source::element>(bins, source.address((next + vectors_at_once) * lanes),
                                          each<bins_at_once<Source> * lanes>);
  }
  level.add_to(bins.levels, (next - begin) / turn<Source> * vectors_at_once * lanes);
  return next;
}
template <class Bins, class Source>
std::size_t take_turns(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  switch (bins.levels.levels) {
    case 3:
      return take_turns<3>(bins, source, begin, end);
    case 4:
      return take_turns<4>(bins, source, begin, end);
    case 5:
      return take_turns<5>(bins, source, begin, end);
    default:
      return take_turns<6>(bins, source, begin, end);
  }
}

// Adds vectors begin … end - 1, a stretch at most, whose elements all exist.
template <class Bins, class Source>
void add_to_bins_and_levels(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  while (begin + turn<Source> <= end) {
    const std::size_t next = take_turns(bins, source, begin, end);
    begin = std::min(end, next + turn<Source>);
    add_to_bins_only(bins, source, next, begin);
  }
  add_to_bins_only(bins, source, begin, end);
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
