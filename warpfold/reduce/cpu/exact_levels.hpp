// The levels of windows: vectors of doubles are peeled, level by level, into integers. (Compiled once for every
// instruction set.)
//
// Level k adds its anchor 1.5 · 2^(top + 1 - 52 k) to a value, which rounds the value to a multiple of the level's
// unit; the sum's bits count that multiple, and what was rounded off goes to the next level. What was found of some
// vectors, a batch of them, tells whether that was exact:
//   over    a value did not fit below the top: all of them are to be taken back
//   under   a value reaches below the last level
// docs/exact.md has the proof.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_LEVELS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_LEVELS
#undef WARPFOLD_REDUCE_CPU_EXACT_LEVELS
#else
#define WARPFOLD_REDUCE_CPU_EXACT_LEVELS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

// Vectors between two checks.
constexpr std::size_t batch = 16;
// Vectors of one turn of the inner loop.
constexpr std::size_t vectors_at_once = 4;
// Vectors between two returns from the registers: as many batches, 31 at most, as have fewer than 4096 terms, so that
// the total of a level, which gets at most 2^51 of each, fits in 64 bits.
template <class Source>
constexpr std::size_t stretch = std::min<std::size_t>(31, 4095 / (batch * lanes * (Source::two_terms ? 2 : 1))) * batch;

enum class batch_state : std::uint8_t { clean, over, under };
// 1.5 · 2^(top + 1 - 52 level)
inline double anchor_of(const window& w, int level) {
  const auto biased_exponent = static_cast<std::uint64_t>(w.top + 1 - level_bits * level + 1023);
  return std::bit_cast<double>(biased_exponent << 52 | std::uint64_t{1} << 51);
}

// The sum of all lanes, modulo 2^64.
HWY_INLINE std::uint64_t sum_of_lanes(integer_vector v) {
  constexpr hn::RebindToUnsigned<doubles> as_bits;
  return hn::GetLane(hn::SumOfLanes(as_bits, hn::BitCast(as_bits, v)));
}

// 0 … Count - 1 as a pack of constants: compilers keep no arrays in registers that are indexed otherwise.
template <std::size_t Count>
constexpr std::make_index_sequence<Count> each{};

// Of what is combined one by one, this is one: a compiler that combines other values first keeps them all, and runs out
// of 16 registers.
HWY_INLINE integer_vector one_by_one(integer_vector x) {
#if HWY_TARGET == HWY_AVX2
  asm("" : "+x"(x.raw));
#endif
  return x;
}

// The levels of a window from one on, while a stretch is peeled. (Nested, as compilers keep no arrays in registers.)
template <int Levels>
struct level_registers {
  double_vector anchor;
  integer_vector sum;
  level_registers<Levels - 1> below;

  HWY_INLINE explicit level_registers(const window& w, int first = 0)
      : anchor(hn::Set(as_doubles, anchor_of(w, first))), sum(hn::Zero(as_integers)), below(w, first + 1) {}

  // Peels values into the first `Count` levels, adding to their sums or subtracting, and leaves of each what is left.
  // One level after another takes all of them, as each value waits for its own last one.
  template <bool Subtract, int Count, class... Vectors>
  HWY_INLINE void peel(Vectors&... x) {
    if constexpr (Count > 0) {
      (peel_here<Subtract>(x), ...);
      below.template peel<Subtract, Count - 1>(x...);
    }
  }
  // As above, and adds to `over` the bits of the sums with the first anchor that differ from the anchor's; sign or
  // exponent among them mean over.
  template <bool Subtract, int Count, class... Vectors>
  HWY_INLINE void peel_watched(integer_vector& over, Vectors&... x) {
    ((over = hn::Or(over, hn::Xor(peel_here<Subtract>(x), bits_in(anchor)))), ...);
    below.template peel<Subtract, Count - 1>(x...);
  }
  // As peel_watched for all levels, and calls beside(level, x...) whenever the values have been peeled into a level,
  // whose number is an integral constant.
  template <class Beside, class... Vectors>
  HWY_INLINE void peel_beside(integer_vector& over, Beside beside, Vectors&... x) {
    peel_watched<false, 1>(over, x...);
    beside(std::integral_constant<int, 0>(), x...);
    below.template peel_lower_beside<1>(beside, x...);
  }
  template <int Level, class Beside, class... Vectors>
  HWY_INLINE void peel_lower_beside(Beside beside, Vectors&... x) {
    (peel_here<false>(x), ...);
    beside(std::integral_constant<int, Level>(), x...);
    below.template peel_lower_beside<Level + 1>(beside, x...);
  }
  // Returns the bits of the value's sum with the anchor.
  template <bool Subtract>
  HWY_INLINE integer_vector peel_here(double_vector& x) {
    const double_vector rounded = hn::Add(x, anchor);
    sum = one_by_one(Subtract ? hn::Sub(sum, bits_in(rounded)) : hn::Add(sum, bits_in(rounded)));
    x = hn::Sub(x, hn::Sub(rounded, anchor));
    return bits_in(rounded);
  }

  // Adds what has been gathered to the window. Into the first and the last level of all, `values` values have been
  // peeled; into those between, `inner_values`.
  HWY_INLINE void add_to(window& w, std::uint64_t values, std::uint64_t inner_values, int first = 0) const {
    const std::uint64_t count = first == 0 || Levels == 1 ? values : inner_values;
    const std::uint64_t anchors = count * std::bit_cast<std::uint64_t>(anchor_of(w, first));
    w.totals[first] += static_cast<std::int64_t>(sum_of_lanes(sum) - anchors);
    below.add_to(w, values, inner_values, first + 1);
  }
  HWY_INLINE void add_to(window& w, std::uint64_t values) const { add_to(w, values, values); }
};
template <>
struct level_registers<0> {
  HWY_INLINE explicit level_registers(const window&, int) {}
  template <bool Subtract, int Count, class... Vectors>
  HWY_INLINE void peel(Vectors&...) {
    static_assert(Count == 0);
  }
  template <int Level, class Beside, class... Vectors>
  HWY_INLINE void peel_lower_beside(Beside, Vectors&...) {}
  HWY_INLINE void add_to(window&, std::uint64_t, std::uint64_t, int) const {}
};

// Peels the vectors `vector` + K of the source; adds to `over`, and to `left` the bits of what is left, any of which
// but the sign means under.
template <bool Subtract, class Source, int Levels, std::size_t... K>
HWY_INLINE void peel_vectors(const Source& source, std::size_t vector, level_registers<Levels>& level,
                             integer_vector& over, integer_vector& left, std::index_sequence<K...>) {
  double_vector x[] = {source.load(vector + K)...};
  level.template peel_watched<Subtract, Levels>(over, x[K]...);
  ((left = hn::Or(left, bits_in(x[K]))), ...);
}
template <bool Subtract, class Source, int Levels>
requires(Source::two_terms) HWY_INLINE
    void peel_vector(const Source& source, std::size_t vector, level_registers<Levels>& level, integer_vector& over,
                     integer_vector& left) {
  // An error is at most 2^-53 of its product, so level 0 would get nothing of it.
  auto [product, error, vanished] = source.load_terms(vector);
  over = hn::Or(over, hn::BitCast(as_integers, hn::VecFromMask(as_doubles, vanished)));
  level.template peel_watched<Subtract, Levels - 1>(over, product);
  over = one_by_one(over);
  level.below.template peel<Subtract, Levels - 1>(error);
  left = one_by_one(hn::Or(left, hn::Or(bits_in(product), bits_in(error))));
}
template <bool Subtract, class Source, int Levels, std::size_t... K>
requires(Source::two_terms) HWY_INLINE
    void peel_vectors(const Source& source, std::size_t vector, level_registers<Levels>& level, integer_vector& over,
                      integer_vector& left, std::index_sequence<K...>) {
  (peel_vector<Subtract>(source, vector + K, level, over, left), ...);
}

// What peel_vectors found of a batch.
HWY_INLINE batch_state state_of(integer_vector over, integer_vector left) {
  const integer_vector zero = hn::Zero(as_integers);
  // A value below the top leaves the anchor's sign and exponent as they are.
  over = hn::And(over, hn::Set(as_integers, std::int64_t{-1} << 52));
  left = hn::Add(left, left);  // drops the sign: -0 is nothing
  if (HWY_LIKELY(hn::AllTrue(as_integers, hn::Eq(hn::Or(over, left), zero)))) return batch_state::clean;
  return hn::AllTrue(as_integers, hn::Eq(over, zero)) ? batch_state::under : batch_state::over;
}

// Peels the vectors `vector` + K, to add them or to take them back, without asking whether the window holds them.
template <bool Subtract, class Source, int Levels, std::size_t... K>
HWY_INLINE void peel_unwatched(const Source& source, std::size_t vector, level_registers<Levels>& level,
                               std::index_sequence<K...>) {
  double_vector x[] = {source.load(vector + K)...};
  level.template peel<Subtract, Levels>(x[K]...);
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
