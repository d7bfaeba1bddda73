// Double-double arithmetic by vectors: the operations of number/double_double.hpp, bit for bit. Highway includes this
// file once for every instruction set.
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/number/exponential.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_DOUBLE_DOUBLE) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_DOUBLE_DOUBLE
#undef WARPFOLD_REDUCE_CPU_VECTORS_DOUBLE_DOUBLE
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_DOUBLE_DOUBLE
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using double_tag = hn::ScalableTag<double>;
using integer_tag = hn::ScalableTag<std::int64_t>;
using doubles = hn::Vec<double_tag>;
using integers = hn::Vec<integer_tag>;

struct double_doubles {
  doubles high;
  doubles low;
};

HWY_INLINE doubles repeated(double value) {
  return hn::Set(double_tag{}, value);
}
HWY_INLINE double_doubles repeated(double_double value) {
  return {repeated(value.high), repeated(value.low)};
}

HWY_INLINE double_doubles quick_two_sum(doubles a, doubles b) {
  const doubles sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

HWY_INLINE double_doubles two_sum(doubles a, doubles b) {
  const doubles sum = hn::Add(a, b);
  const doubles rounded_b = hn::Sub(sum, a);
  return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, rounded_b)), hn::Sub(b, rounded_b))};
}

// The error of a product is a double, which a fused operation gives at once and Dekker's splitting by and by.
HWY_INLINE double_doubles two_product(doubles a, doubles b) {
  const doubles product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {product, hn::MulSub(a, b, product)};
#else
  const doubles splitter = repeated(0x1p27 + 1);
  const doubles scaled_a = hn::Mul(splitter, a);
  const doubles scaled_b = hn::Mul(splitter, b);
  const doubles high_a = hn::Sub(scaled_a, hn::Sub(scaled_a, a));
  const doubles high_b = hn::Sub(scaled_b, hn::Sub(scaled_b, b));
  const doubles low_a = hn::Sub(a, high_a);
  const doubles low_b = hn::Sub(b, high_b);
  const doubles upper = hn::Sub(hn::Mul(high_a, high_b), product);
  const doubles middle = hn::Add(hn::Add(upper, hn::Mul(high_a, low_b)), hn::Mul(low_a, high_b));
  return {product, hn::Add(middle, hn::Mul(low_a, low_b))};
#endif
}

HWY_INLINE double_doubles add(double_doubles a, doubles b) {
  const double_doubles sum = two_sum(a.high, b);
  return quick_two_sum(sum.high, hn::Add(sum.low, a.low));
}

HWY_INLINE double_doubles add(double_doubles a, double_doubles b) {
  const double_doubles sum = two_sum(a.high, b.high);
  const double_doubles rest = two_sum(a.low, b.low);
  const double_doubles partial = quick_two_sum(sum.high, hn::Add(sum.low, rest.high));
  return quick_two_sum(partial.high, hn::Add(rest.low, partial.low));
}

HWY_INLINE double_doubles multiply(double_doubles a, doubles b) {
  const double_doubles product = two_product(a.high, b);
  return quick_two_sum(product.high, hn::Add(hn::Mul(a.low, b), product.low));
}

HWY_INLINE double_doubles multiply(double_doubles a, double_doubles b) {
  const double_doubles product = two_product(a.high, b.high);
  const doubles cross = hn::Add(hn::Mul(a.high, b.low), hn::Mul(a.low, b.high));
  return quick_two_sum(product.high, hn::Add(product.low, cross));
}

HWY_INLINE double_doubles scaled_by(double_doubles a, doubles power) {
  return {hn::Mul(a.high, power), hn::Mul(a.low, power)};
}

template <class Mask>
HWY_INLINE double_doubles choose(Mask first, double_doubles a, double_doubles b) {
  return {hn::IfThenElse(first, a.high, b.high), hn::IfThenElse(first, a.low, b.low)};
}

// 2^exponent of integers in the normal range.
HWY_INLINE doubles powers_of_two(integers exponents) {
  const integers biased = hn::Add(exponents, hn::Set(integer_tag{}, 1023));
  return hn::BitCast(double_tag{}, hn::ShiftLeft<52>(biased));
}

// exponential() of number/exponential.hpp, of doubles and of double-doubles.
HWY_INLINE doubles exponential(doubles x) {
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  const doubles round_to_integer = repeated(0x1.8p52);
  const doubles shifted = hn::Add(hn::Mul(x, repeated(inverse_ln2)), round_to_integer);
  const doubles minus_multiple = hn::Neg(hn::Sub(shifted, round_to_integer));
  doubles rest = hn::Add(x, hn::Mul(minus_multiple, repeated(warpfold::detail::ln2_high)));
  rest = hn::Add(rest, hn::Mul(minus_multiple, repeated(warpfold::detail::ln2_middle)));
  const auto& coefficient = warpfold::detail::inverse_factorial;
  const doubles square = hn::Mul(rest, rest);
  doubles even = repeated(coefficient[12].high);
  doubles odd = repeated(coefficient[13].high);
  for (std::size_t k = 12; k != 0; k -= 2) {
    even = hn::Add(hn::Mul(even, square), repeated(coefficient[k - 2].high));
    odd = hn::Add(hn::Mul(odd, square), repeated(coefficient[k - 1].high));
  }
  const doubles power = hn::Add(hn::Mul(odd, rest), even);
  const integers multiple = hn::Sub(hn::BitCast(integer_tag{}, shifted), hn::BitCast(integer_tag{}, round_to_integer));
  return hn::IfThenElseZero(hn::Ge(x, repeated(-700)), hn::Mul(power, powers_of_two(multiple)));
}
HWY_INLINE double_doubles exponential(double_doubles x) {
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  const doubles round_to_integer = repeated(0x1.8p52);
  const doubles shifted = hn::Add(hn::Mul(x.high, repeated(inverse_ln2)), round_to_integer);
  const doubles minus_multiple = hn::Neg(hn::Sub(shifted, round_to_integer));
  double_doubles rest = add(x, hn::Mul(minus_multiple, repeated(warpfold::detail::ln2_high)));
  rest = add(rest, hn::Mul(minus_multiple, repeated(warpfold::detail::ln2_middle)));
  rest = add(rest, hn::Mul(minus_multiple, repeated(warpfold::detail::ln2_low)));
  const double_doubles r = scaled_by(rest, repeated(0x1p-4));
  const auto& coefficient = warpfold::detail::inverse_factorial;
  doubles tail = repeated(coefficient[15].high);
  for (std::size_t k = 14; k >= 8; --k) tail = hn::Add(hn::Mul(tail, r.high), repeated(coefficient[k].high));
  double_doubles series{tail, hn::Zero(double_tag{})};
  for (std::size_t k = 7; k >= 1; --k) series = add(multiply(series, r), repeated(coefficient[k]));
  double_doubles power = multiply(series, r);
  for (int squaring = 0; squaring < 4; ++squaring) {
    power = add(scaled_by(power, repeated(2)), multiply(power, power));
  }
  power = add(power, repeated(1.0));
  const integers multiple = hn::Sub(hn::BitCast(integer_tag{}, shifted), hn::BitCast(integer_tag{}, round_to_integer));
  const double_doubles result = scaled_by(power, powers_of_two(multiple));
  const auto in_range = hn::Ge(x.high, repeated(-300));
  return {hn::IfThenElseZero(in_range, result.high), hn::IfThenElseZero(in_range, result.low)};
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
