// Products and sums of exponentials by vectors, in the lanes of fixed_order.hpp.
// Highway includes this file once for every instruction set; all of them give the bits of the operators' own absorb.
#include "hwy/highway.h"
#include "warpfold/reduce/cpu/vectors_double_double.hpp"
#include "warpfold/reduce/cpu/vectors_fast.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_CAREFUL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_CAREFUL
#undef WARPFOLD_REDUCE_CPU_VECTORS_CAREFUL
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_CAREFUL
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
void careful_product(product_lanes& lanes, const T* elements, std::int64_t steps) {
  const doubles one = repeated(1.0);
  const integers exponent_bits = hn::Set(integer_tag{}, 0x7ff0000000000000);
  double_doubles<1> product[step_vectors];
  integers exponent[step_vectors];
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    product[v] = repeated<1>(double_double{1, 0});
    exponent[v] = hn::Zero(integer_tag{});
  }
  for (std::int64_t step = 0; step < steps; ++step, elements += fixed_lanes) {
    for (std::int64_t v = 0; v < step_vectors; ++v) {
      doubles x = load_doubles(elements + v * double_lanes);
      if constexpr (std::is_same_v<T, double>) {
        const auto subnormal = hn::Lt(hn::Abs(x), repeated(0x1p-1022));
        x = hn::IfThenElse(subnormal, hn::Mul(x, repeated(0x1p64)), x);
        const doubles shift = hn::IfThenElseZero(subnormal, hn::BitCast(double_tag{}, hn::Set(integer_tag{}, 64)));
        exponent[v] = hn::Sub(exponent[v], hn::BitCast(integer_tag{}, shift));
      }
      const integers bits = hn::BitCast(integer_tag{}, x);
      const integers biased = hn::ShiftRight<52>(hn::And(bits, exponent_bits));
      exponent[v] = hn::Add(exponent[v], hn::Sub(biased, hn::Set(integer_tag{}, 1023)));
      const integers significand = hn::Or(hn::AndNot(exponent_bits, bits), hn::BitCast(integer_tag{}, one));
      // Below 2^(fixed_block / fixed_lanes): no need to take the exponent out at every step.
      product[v] = product[v] * several<1>{hn::BitCast(double_tag{}, significand)};
    }
  }
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    hn::StoreU(product[v].high.first, double_tag{}, lanes.high.data() + v * double_lanes);
    hn::StoreU(product[v].low.first, double_tag{}, lanes.low.data() + v * double_lanes);
    hn::StoreU(exponent[v], integer_tag{}, lanes.exponent.data() + v * double_lanes);
  }
}

// Vectors of which exponentials are taken together. (Where there are 16 registers, compilers move more than one by way
// of memory, slowly.)
constexpr std::size_t exponentials_at_once = HWY_TARGET <= HWY_AVX3 ? 4 : 1;

template <std::size_t Count, class T>
HWY_INLINE several<Count> load_several(const T* from) {
  if constexpr (Count == 1) {
    return {load_doubles(from)};
  } else {
    return {load_doubles(from), load_several<Count - 1>(from + double_lanes)};
  }
}
template <std::size_t Count>
HWY_INLINE void store_several(const several<Count>& values, double* to) {
  hn::StoreU(values.first, double_tag{}, to);
  if constexpr (Count > 1) store_several(values.others, to + double_lanes);
}

template <class T>
void careful_exponentials(exponential_lanes& lanes, const T* elements, std::int64_t steps) {
  constexpr std::size_t together = exponentials_at_once;
  const double_doubles one = repeated<together>(double_double{1, 0});
  const auto less = [](doubles a, doubles b) HWY_ATTR { return hn::Lt(a, b); };
  for (std::int64_t lane = 0; lane < fixed_lanes; lane += together * double_lanes) {
    several greatest = load_several<together>(elements + lane);
    double_doubles sum = one;
    for (std::int64_t step = 1; step < steps; ++step) {
      const several x = load_several<together>(elements + step * fixed_lanes + lane);
      const auto exceeds = on_each(less, greatest, x);
      const several larger = choose(exceeds, x, greatest);
      const several smaller = choose(exceeds, greatest, x);
      const double_doubles factor = exponential(two_sum(smaller, -larger));
      sum = choose(exceeds, sum * factor, sum) + choose(exceeds, one, factor);
      greatest = larger;
    }
    store_several(greatest, lanes.greatest.data() + lane);
    store_several(sum.high, lanes.high.data() + lane);
    store_several(sum.low, lanes.low.data() + lane);
  }
}

template <class T>
void fast_exponentials(lane_values& greatest_of_lanes, lane_values& sums, const T* elements, std::int64_t steps) {
  doubles greatest[step_vectors];
  doubles sum[step_vectors];
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    greatest[v] = load_doubles(elements + v * double_lanes);
    sum[v] = repeated(1.0);
  }
  for (std::int64_t step = 1; step < steps; ++step) {
    for (std::int64_t v = 0; v < step_vectors; ++v) {
      const doubles x = load_doubles(elements + step * fixed_lanes + v * double_lanes);
      const auto exceeds = hn::Lt(greatest[v], x);
      const doubles larger = hn::IfThenElse(exceeds, x, greatest[v]);
      const doubles factor = exponential(hn::Sub(hn::IfThenElse(exceeds, greatest[v], x), larger));
      const doubles one = repeated(1.0);
      sum[v] = hn::Add(hn::IfThenElse(exceeds, hn::Mul(sum[v], factor), sum[v]), hn::IfThenElse(exceeds, one, factor));
      greatest[v] = larger;
    }
  }
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    hn::StoreU(greatest[v], double_tag{}, greatest_of_lanes.data() + v * double_lanes);
    hn::StoreU(sum[v], double_tag{}, sums.data() + v * double_lanes);
  }
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
