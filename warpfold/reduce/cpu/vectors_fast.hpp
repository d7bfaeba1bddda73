// The fast float operators by vectors, in the lanes of fixed_order.hpp. Highway includes this file once for every
// instruction set; all of them give the same bits, because none fuses a multiplication with an addition.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/fetch_ahead.hpp"
#include "warpfold/reduce/cpu/load_doubles.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/number/fast.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_FAST) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_FAST
#undef WARPFOLD_REDUCE_CPU_VECTORS_FAST
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_FAST
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using doubles = hn::Vec<double_tag>;
constexpr std::int64_t double_lanes = hn::MaxLanes(double_tag{});
constexpr std::int64_t step_vectors = fixed_lanes / double_lanes;  // that hold the lanes of a block
static_assert(fixed_lanes % double_lanes == 0);

// One part of the state of every lane.
struct lane_vectors {
  doubles vector[step_vectors];

  HWY_INLINE explicit lane_vectors(double identity) {
    for (doubles& part : vector) part = hn::Set(double_tag{}, identity);
  }
  HWY_INLINE void store(lane_values& lanes) const {
    for (std::int64_t v = 0; v < step_vectors; ++v) {
      hn::StoreU(vector[v], double_tag{}, lanes.data() + v * double_lanes);
    }
  }
};

// Adds up elements in the lanes of a block, all but the last few, in the order in which they lie, as memory is read
// fastest so; value(i) gives the vector of what elements from i on of the arrays come to. Sets as many lanes as there
// are, and returns how many elements it took.
template <class Value, class... T>
HWY_INLINE std::int64_t add_up(narrow_lane_values& sums, std::int64_t count, const Value& value, const T*... arrays) {
  constexpr std::int64_t vectors = 8;
  constexpr std::int64_t step = vectors * double_lanes;
  static_assert(fixed_narrow_lanes % step == 0);
  const auto lanes_from = [&](std::int64_t i) { return sums.data() + i % fixed_narrow_lanes; };
  const auto set = [&](std::int64_t i) { hn::StoreU(value(i), double_tag{}, lanes_from(i)); };
  const auto add = [&](std::int64_t i) {
    hn::StoreU(hn::Add(hn::LoadU(double_tag{}, lanes_from(i)), value(i)), double_tag{}, lanes_from(i));
  };
  const auto take = [&](std::int64_t first, std::int64_t last, const auto& take_vector) {
    std::int64_t i = first;
    for (; i + step <= last; i += step) {
      (fetch_ahead<step * sizeof(T)>(arrays + i), ...);
      for (std::int64_t v = 0; v < vectors; ++v) take_vector(i + v * double_lanes);
    }
    const std::int64_t rest = (last - i) / double_lanes % vectors;
    for (std::int64_t v = 0; v < rest; ++v) take_vector(i + v * double_lanes);
    return i + rest * double_lanes;
  };
  if (count <= fixed_narrow_lanes) return take(0, count, set);
  return take(take(0, fixed_narrow_lanes, set), count, add);
}

template <class T>
std::int64_t fast_sum(narrow_lane_values& sums, const T* elements, std::int64_t count) {
  return add_up(
      sums, count, [&](std::int64_t i) { return load_doubles(elements + i); }, elements);
}

template <class T>
std::int64_t fast_magnitudes(narrow_lane_values& sums, const T* elements, std::int64_t count) {
  return add_up(
      sums, count, [&](std::int64_t i) { return hn::Abs(load_doubles(elements + i)); }, elements);
}

template <class T>
std::int64_t fast_products(narrow_lane_values& sums, const T* a, const T* b, std::int64_t count) {
  const auto product = [&](std::int64_t i) { return hn::Mul(load_doubles(a + i), load_doubles(b + i)); };
  return add_up(sums, count, product, a, b);
}

// Of all vectors of lanes, those at a multiple of `Distance` from the one at `lane`, combined in registers: at distance
// Vectors / 2 first, at `Distance` last.
template <std::int64_t Distance, std::int64_t Vectors>
HWY_INLINE doubles combined_vectors(const double* lane) {
  if constexpr (Distance == Vectors) {
    return hn::LoadU(double_tag{}, lane);
  } else {
    return hn::Add(combined_vectors<2 * Distance, Vectors>(lane),
                   combined_vectors<2 * Distance, Vectors>(lane + Distance * double_lanes));
  }
}

// Of the first `lanes` lanes, a power of two of them, in the order of fixed_order.hpp; lane 0 holds the result.
inline void combine_narrow_lanes(narrow_lane_values& sums, std::int64_t lanes) {
  double* const lane = sums.data();
  std::int64_t distance = lanes / 2;
  if (lanes == fixed_narrow_lanes) {
    hn::StoreU(combined_vectors<1, fixed_narrow_lanes / double_lanes>(lane), double_tag{}, lane);
    distance = double_lanes / 2;
  }
  for (; distance >= double_lanes; distance /= 2) {
    for (std::int64_t i = 0; i < distance; i += double_lanes) {
      const doubles left = hn::LoadU(double_tag{}, lane + i);
      hn::StoreU(hn::Add(left, hn::LoadU(double_tag{}, lane + i + distance)), double_tag{}, lane + i);
    }
  }
  for (; distance > 0; distance /= 2) {
    for (std::int64_t i = 0; i < distance; ++i) lane[i] += lane[i + distance];
  }
}

HWY_INLINE doubles square(doubles x) {
  return hn::Mul(x, x);
}

template <class T>
void fast_squares(lane_values& large, lane_values& usual, lane_values& small, const T* elements, std::int64_t steps) {
  lane_vectors huge(0);
  lane_vectors middle(0);
  lane_vectors tiny(0);
  for (std::int64_t step = 0; step < steps; ++step, elements += fixed_lanes) {
    fetch_ahead<fixed_lanes * sizeof(T)>(elements);
    for (std::int64_t v = 0; v < step_vectors; ++v) {
      doubles x = load_doubles(elements + v * double_lanes);
      if constexpr (std::is_same_v<T, double>) {
        const doubles size = hn::Abs(x);
        const auto is_large = hn::Ge(size, hn::Set(double_tag{}, 0x1p500));
        const auto is_small = hn::Lt(size, hn::Set(double_tag{}, 0x1p-450));
        const auto unusual = hn::Or(is_large, is_small);
        if (HWY_UNLIKELY(!hn::AllFalse(double_tag{}, unusual))) {
          const doubles reduced = hn::Mul(x, hn::Set(double_tag{}, 0x1p-600));
          const doubles enlarged = hn::Mul(x, hn::Set(double_tag{}, 0x1p600));
          huge.vector[v] = hn::Add(huge.vector[v], hn::IfThenElseZero(is_large, square(reduced)));
          tiny.vector[v] = hn::Add(tiny.vector[v], hn::IfThenElseZero(is_small, square(enlarged)));
          x = hn::IfThenZeroElse(unusual, x);
        }
      }
      middle.vector[v] = hn::Add(middle.vector[v], square(x));
    }
  }
  huge.store(large);
  middle.store(usual);
  tiny.store(small);
}

template <class T>
void fast_moments(lane_values& means, lane_values& deviations, const T* elements, std::int64_t steps) {
  lane_vectors mean(0);
  lane_vectors deviation(0);
  for (std::int64_t step = 0; step < steps; ++step, elements += fixed_lanes) {
    fetch_ahead<fixed_lanes * sizeof(T)>(elements);
    const doubles reciprocal = hn::Set(double_tag{}, 1 / static_cast<double>(step + 1));
    for (std::int64_t v = 0; v < step_vectors; ++v) {
      const doubles x = load_doubles(elements + v * double_lanes);
      const doubles distance = hn::Sub(x, mean.vector[v]);
      mean.vector[v] = hn::Add(mean.vector[v], hn::Mul(distance, reciprocal));
      deviation.vector[v] = hn::Add(deviation.vector[v], hn::Mul(distance, hn::Sub(x, mean.vector[v])));
    }
  }
  mean.store(means);
  deviation.store(deviations);
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
