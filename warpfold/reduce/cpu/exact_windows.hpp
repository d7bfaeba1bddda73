// Sums in windows: vectors of doubles are peeled, level by level, into integers. (Compiled once for every instruction
// set.)
//
// Level k adds its anchor 1.5 · 2^(top + 1 - 52 k) to a value, which rounds the value to a multiple of the level's
// unit; the sum's bits count that multiple, and what was rounded off goes to the next level. Whether that was exact is
// checked once a batch:
//   over    a value did not fit below the top: the whole batch is taken back
//   under   a value reaches below the last level: what is left of it is for complete()
// docs/exact.md has the proof.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_WINDOWS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#undef WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#else
#define WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

// Vectors between two checks.
constexpr std::size_t batch = 16;
// Vectors of one turn of the inner loop.
constexpr std::size_t vectors_at_once = 4;
// Vectors between two returns from the registers: 31 batches of at most 128 values, so that a level's total, at most
// 2^51 a value, fits in 64 bits.
constexpr std::size_t stretch = 31 * batch;
static_assert(stretch * lanes < 4096);

enum class batch_state : std::uint8_t { clean, over, under };
struct extraction {
  std::size_t next;   // the first vector not looked at; where over, the first of the batch, which was taken back
  batch_state state;  // of the last batch before `next`, or, where over, of the batch from `next` on
};

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

HWY_INLINE bool all_zeros(double_vector x) {
  return hn::AllTrue(as_doubles, hn::Eq(x, hn::Zero(as_doubles)));
}

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

// Adds vectors begin … end - 1, a stretch at most, to `Levels` levels of the window, up to and including the first
// batch that is under, or up to but not including the first that is over.
template <int Levels, class Source>
HWY_NOINLINE extraction extract(window& w, const Source& source, std::size_t begin, std::size_t end) {
  level_registers<Levels> level(w);
  batch_state state = batch_state::clean;
  std::size_t next = begin;
  while (next < end && state == batch_state::clean) {
    const std::size_t batch_end = end - next < batch ? end : next + batch;
    integer_vector over = hn::Zero(as_integers);
    integer_vector left = hn::Zero(as_integers);
    std::size_t vector = next;
    for (; vector + vectors_at_once <= batch_end; vector += vectors_at_once) {
      source.template fetch_ahead<vectors_at_once>(vector);
      peel_vectors<false>(source, vector, level, over, left, each<vectors_at_once>);
    }
    for (; vector < batch_end; ++vector) peel_vectors<false>(source, vector, level, over, left, each<1>);
    state = state_of(over, left);
    if (state == batch_state::over) {
      for (vector = next; vector < batch_end; ++vector) peel_vectors<true>(source, vector, level, over, left, each<1>);
    } else {
      next = batch_end;
    }
  }
  const std::uint64_t values = (next - begin) * lanes;
  level.add_to(w, values, Source::two_terms ? 2 * values : values);
  return {next, state};
}

// Whether a source is one of elements narrower than doubles, whose bits tell at once whether one level is enough.
template <class Source>
constexpr bool narrow_elements = false;
template <floating T>
constexpr bool narrow_elements<element_source<T>> = sizeof(T) < sizeof(double);

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

// Peels the vectors `vector` + K, to add them or to take them back, without asking whether the window holds them.
template <bool Subtract, class Source, int Levels, std::size_t... K>
HWY_INLINE void peel_unwatched(const Source& source, std::size_t vector, level_registers<Levels>& level,
                               std::index_sequence<K...>) {
  double_vector x[] = {source.load(vector + K)...};
  level.template peel<Subtract, Levels>(x[K]...);
}

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

template <class Source>
extraction extract(window& w, int levels, const Source& source, std::size_t begin, std::size_t end) {
  switch (levels) {
    case 1:
      if constexpr (!Source::two_terms) return extract<1>(w, source, begin, end);
      [[fallthrough]];
    case 2:
      return extract<2>(w, source, begin, end);
    case 3:
      return extract<3>(w, source, begin, end);
    case 4:
      return extract<4>(w, source, begin, end);
    default:
      return extract<5>(w, source, begin, end);
  }
}

// Adds what `done` levels have left of a term to the levels below, from `first` on, and hands what is left after the
// last to `leave`.
template <class Leave>
void complete_term(window& w, int first, int done, double_vector x, Leave leave) {
  for (int k = first; k < done; ++k) {
    const double_vector anchor = hn::Set(as_doubles, anchor_of(w, k));
    x = hn::Sub(x, hn::Sub(hn::Add(x, anchor), anchor));
  }
  for (int k = done; k < w.level_limit; ++k) {
    const double_vector anchor = hn::Set(as_doubles, anchor_of(w, k));
    const double_vector rounded = hn::Add(x, anchor);
    w.totals[k] += static_cast<std::int64_t>(sum_of_lanes(hn::Sub(bits_in(rounded), bits_in(anchor))));
    x = hn::Sub(x, hn::Sub(rounded, anchor));
  }
  if (all_zeros(x)) return;
  alignas(64) std::array<double, lanes> lane;
  hn::Store(x, as_doubles, lane.data());
  for (const double value : lane) leave(value);
}

// For a batch that `levels` levels left under.
template <class Source, class Leave>
void complete(window& w, int levels, const Source& source, std::size_t begin, std::size_t end, Leave leave) {
  for (std::size_t vector = begin; vector < end; ++vector) {
    if constexpr (Source::two_terms) {
      const auto terms = source.load_terms(vector);
      complete_term(w, 0, levels - 1, terms.product, leave);
      complete_term(w, 1, levels, terms.error, leave);
    } else {
      complete_term(w, 0, levels, source.load(vector), leave);
    }
  }
}

// Takes a batch back that `levels` levels have taken.
template <class Source>
void retract(window& w, int levels, const Source& source, std::size_t begin, std::size_t end) {
  const auto retract_term = [&w](int first, int last, double_vector x) {
    for (int k = first; k < last; ++k) {
      const double_vector anchor = hn::Set(as_doubles, anchor_of(w, k));
      const double_vector rounded = hn::Add(x, anchor);
      w.totals[k] -= static_cast<std::int64_t>(sum_of_lanes(hn::Sub(bits_in(rounded), bits_in(anchor))));
      x = hn::Sub(x, hn::Sub(rounded, anchor));
    }
  };
  for (std::size_t vector = begin; vector < end; ++vector) {
    const auto terms = source.load_terms(vector);
    retract_term(0, levels - 1, terms.product);
    retract_term(1, levels, terms.error);
  }
}

// The first of the batches from `begin` on that is not all zeros; `end` if there is none.
template <class Source>
std::size_t after_zeros(const Source& source, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += std::min(batch, end - begin)) {
    source.template fetch_ahead<batch>(begin);
    double_vector seen = source.load(begin);
    for (std::size_t vector = begin + 1; all_zeros(seen) && vector < std::min(end, begin + batch); ++vector) {
      seen = source.load(vector);
    }
    if (!all_zeros(seen)) break;
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

// Of a batch at most.
template <class Source>
exponent_range range_of(const Source& source, std::size_t begin, std::size_t end) {
  source.template fetch_ahead<batch>(begin);
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
  source.template fetch_ahead<batch>(begin);
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
