// Sums in bins (see exact_gathering.hpp), whatever the exponents. (Compiled once for every instruction
// set.)
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_levels.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

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

// Vectors on their way to the bins. Loads of doubles that wait for a vector to be stored take long, so many vectors are
// stored before the first double is loaded.
class bins_queue {
 public:
  explicit bins_queue(double_bins& bins) : bins_(bins) {}
  HWY_INLINE void push(double_vector x) {
    hn::Store(x, as_doubles, &queued_[size_]);
    size_ += lanes;
    if (size_ == queued_.size()) flush();
  }
  // Adds what has been pushed. Nothing may be left when the queue ends.
  HWY_INLINE void flush() {
    for (std::size_t i = 0; i < size_; i += lanes) {
      add_to_bins<double>(bins_, reinterpret_cast<const unsigned char*>(&queued_[i]), each<lanes>);
    }
    size_ = 0;
  }

 private:
  double_bins& bins_;
  std::size_t size_ = 0;
  alignas(64) std::array<double, 128> queued_;
};

// Adds vectors begin … end - 1.
template <class Bins, class Source>
void add_to_bins_only(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  for (std::size_t vector = begin; vector < end; ++vector) {
    source.template fetch_ahead<1>(vector);
    add_to_bins<typename Source::element>(bins, source.address(vector * lanes), each<lanes>);
  }
}

// How many elements go to the bins while vectors_at_once vectors go to so many levels: what takes about as long.
template <class Source, int Levels>
constexpr std::size_t bins_at_once = !narrow_elements<Source>                ? vectors_at_once * lanes
                                     : HWY_TARGET <= HWY_AVX3 && Levels <= 4 ? 32
                                                                             : 48;
template <class Source, int Levels>
constexpr std::size_t turn = vectors_at_once + bins_at_once<Source, Levels> / lanes;

// A pack of constants: which of `Count` elements go to the bins beside one of the levels.
template <std::size_t From, std::size_t... I>
constexpr std::index_sequence<From + I...> shifted(std::index_sequence<I...>) {
  return {};
}
template <std::size_t Count, int Level, int Levels>
constexpr auto beside_level =
    shifted<Count * Level / Levels>(each<Count*(Level + 1) / Levels - Count * Level / Levels>);

// What the program does before, on vectors and in memory, is not moved behind what comes after by a compiler.
HWY_INLINE void keep_order(double_vector& x) {
#if HWY_TARGET == HWY_AVX2
  asm volatile("" : "+x"(x.raw) : : "memory");
#else
  (void)x;
#endif
}

// Peels the vectors `vector` + K, and adds those after them to the bins, some beside each level: a processor, which
// sees a few hundred instructions at once, has something else to do while one level waits for another. Returns whether
// the levels hold what they were given.
template <int Levels, class Bins, class Source, std::size_t... K>
HWY_INLINE bool take_turn(Bins& bins, const Source& source, std::size_t vector, level_registers<Levels>& level,
                          std::index_sequence<K...>) {
  const unsigned char* const elements = source.address((vector + sizeof...(K)) * lanes);
  const auto add_some = [&bins, elements](auto number, auto&... x) HWY_ATTR {
    (keep_order(x), ...);
    add_to_bins<typename Source::element>(bins, elements, beside_level<bins_at_once<Source, Levels>, number, Levels>);
  };
  integer_vector over = hn::Zero(as_integers);
  integer_vector left = hn::Zero(as_integers);
  double_vector x[] = {source.load(vector + K)...};
  level.peel_beside(over, add_some, x[K]...);
  ((left = hn::Or(left, bits_in(x[K]))), ...);
  return state_of(over, left) == batch_state::clean;
}

// Adds vectors begin … end - 1, a stretch at most, to the levels beside the bins and to the bins, by turns. Returns how
// far whole turns went.
template <int Levels, class Bins, class Source>
HWY_NOINLINE std::size_t take_turns(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  level_registers<Levels> level(bins.levels);
  std::size_t next = begin;
  std::size_t held = 0;
  for (; next + turn<Source, Levels> <= end; next += turn<Source, Levels>) {
    source.template fetch_ahead<turn<Source, Levels>>(next);
    if (HWY_LIKELY(take_turn(bins, source, next, level, each<vectors_at_once>))) {
      held += vectors_at_once;
    } else {
      peel_unwatched<true>(source, next, level, each<vectors_at_once>);
      add_to_bins_only(bins, source, next, next + vectors_at_once);
    }
  }
  level.add_to(bins.levels, held * lanes);
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

// Adds vectors begin … end - 1, a stretch at most.
template <class Bins, class Source>
void add_to_bins_and_levels(Bins& bins, const Source& source, std::size_t begin, std::size_t end) {
  const std::size_t next = take_turns(bins, source, begin, end);
  add_to_bins_only(bins, source, next, end);
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
