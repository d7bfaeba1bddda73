// Sums in windows: whole stretches of vectors are added to as many levels as are tried, checked once a batch; and what
// is to be done where a batch was not held. (Compiled once for every instruction set.)
#include <array>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_levels.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_WINDOWS) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#undef WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#else
#define WARPFOLD_REDUCE_CPU_EXACT_WINDOWS
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

struct extraction {
  std::size_t next;   // the first vector not looked at; where over, the first of the batch, which was taken back
  batch_state state;  // of the last batch before `next`, or, where over, of the batch from `next` on
};

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

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
