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
  double_doubles product[step_vectors];
  integers exponent[step_vectors];
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    product[v] = {one, hn::Zero(double_tag{})};
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
      product[v] = multiply(product[v], hn::BitCast(double_tag{}, significand));
    }
  }
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    hn::StoreU(product[v].high, double_tag{}, lanes.high.data() + v * double_lanes);
    hn::StoreU(product[v].low, double_tag{}, lanes.low.data() + v * double_lanes);
    hn::StoreU(exponent[v], integer_tag{}, lanes.exponent.data() + v * double_lanes);
  }
}

template <class T>
void careful_exponentials(exponential_lanes& lanes, const T* elements, std::int64_t steps) {
  const double_doubles one{repeated(1.0), hn::Zero(double_tag{})};
  for (std::int64_t v = 0; v < step_vectors; ++v) {
    doubles greatest = load_doubles(elements + v * double_lanes);
    double_doubles sum = one;
    for (std::int64_t step = 1; step < steps; ++step) {
      const doubles x = load_doubles(elements + step * fixed_lanes + v * double_lanes);
      const auto exceeds = hn::Lt(greatest, x);
      const doubles larger = hn::IfThenElse(exceeds, x, greatest);
      const doubles smaller = hn::IfThenElse(exceeds, greatest, x);
      const double_doubles factor = exponential(two_sum(smaller, hn::Neg(larger)));
      sum = add(choose(exceeds, multiply(sum, factor), sum), choose(exceeds, one, factor));
      greatest = larger;
    }
    hn::StoreU(greatest, double_tag{}, lanes.greatest.data() + v * double_lanes);
    hn::StoreU(sum.high, double_tag{}, lanes.high.data() + v * double_lanes);
    hn::StoreU(sum.low, double_tag{}, lanes.low.data() + v * double_lanes);
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
