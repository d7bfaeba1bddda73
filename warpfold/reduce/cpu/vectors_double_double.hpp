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

HWY_INLINE doubles repeated(double value) {
  return hn::Set(double_tag{}, value);
}

// Vectors on which the same is done, one after another: a long chain of operations on one keeps a processor waiting,
// which sees no more than a few hundred instructions at once. (Nested, as compilers keep no arrays in registers.)
template <std::size_t Count, class Vector = doubles>
struct several {
  Vector first;
  several<Count - 1, Vector> others;
};
template <class Vector>
struct several<1, Vector> {
  Vector first;
};

template <std::size_t Count, class Operation, class... Vectors>
HWY_INLINE auto on_each(Operation operation, const several<Count, Vectors>&... x) {
  using results = several<Count, decltype(operation(x.first...))>;
  if constexpr (Count == 1) {
    return results{operation(x.first...)};
  } else {
    return results{operation(x.first...), on_each(operation, x.others...)};
  }
}

template <std::size_t Count>
HWY_INLINE several<Count> operator+(const several<Count>& a, const several<Count>& b) {
  return on_each([](doubles x, doubles y) HWY_ATTR { return hn::Add(x, y); }, a, b);
}
template <std::size_t Count>
HWY_INLINE several<Count> operator-(const several<Count>& a, const several<Count>& b) {
  return on_each([](doubles x, doubles y) HWY_ATTR { return hn::Sub(x, y); }, a, b);
}
template <std::size_t Count>
HWY_INLINE several<Count> operator*(const several<Count>& a, const several<Count>& b) {
  return on_each([](doubles x, doubles y) HWY_ATTR { return hn::Mul(x, y); }, a, b);
}
template <std::size_t Count>
HWY_INLINE several<Count> operator-(const several<Count>& a) {
  return on_each([](doubles x) HWY_ATTR { return hn::Neg(x); }, a);
}
template <std::size_t Count, class Mask>
HWY_INLINE several<Count> choose(const several<Count, Mask>& first, const several<Count>& a, const several<Count>& b) {
  return on_each([](auto mask, doubles x, doubles y) HWY_ATTR { return hn::IfThenElse(mask, x, y); }, first, a, b);
}
template <std::size_t Count>
HWY_INLINE several<Count> repeated(double value) {
  if constexpr (Count == 1) {
    return {repeated(value)};
  } else {
    return {repeated(value), repeated<Count - 1>(value)};
  }
}

template <std::size_t Count>
struct double_doubles {
  several<Count> high;
  several<Count> low;
};

template <std::size_t Count>
HWY_INLINE double_doubles<Count> repeated(double_double value) {
  return {repeated<Count>(value.high), repeated<Count>(value.low)};
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> quick_two_sum(const several<Count>& a, const several<Count>& b) {
  const several<Count> sum = a + b;
  return {sum, b - (sum - a)};
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> two_sum(const several<Count>& a, const several<Count>& b) {
  const several<Count> sum = a + b;
  const several<Count> rounded_b = sum - a;
  return {sum, (a - (sum - rounded_b)) + (b - rounded_b)};
}

// The error of a product is a double, which a fused operation gives at once and Dekker's splitting by and by.
template <std::size_t Count>
HWY_INLINE double_doubles<Count> two_product(const several<Count>& a, const several<Count>& b) {
  const several<Count> product = a * b;
#if HWY_NATIVE_FMA
  const auto error = [](doubles x, doubles y, doubles rounded) HWY_ATTR { return hn::MulSub(x, y, rounded); };
  return {product, on_each(error, a, b, product)};
#else
  const several<Count> splitter = repeated<Count>(0x1p27 + 1);
  const several<Count> scaled_a = splitter * a;
  const several<Count> scaled_b = splitter * b;
  const several<Count> high_a = scaled_a - (scaled_a - a);
  const several<Count> high_b = scaled_b - (scaled_b - b);
  const several<Count> low_a = a - high_a;
  const several<Count> low_b = b - high_b;
  return {product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
#endif
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> operator+(const double_doubles<Count>& a, const several<Count>& b) {
  const double_doubles<Count> sum = two_sum(a.high, b);
  return quick_two_sum(sum.high, sum.low + a.low);
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> operator+(const double_doubles<Count>& a, const double_doubles<Count>& b) {
  const double_doubles<Count> sum = two_sum(a.high, b.high);
  const double_doubles<Count> rest = two_sum(a.low, b.low);
  const double_doubles<Count> partial = quick_two_sum(sum.high, sum.low + rest.high);
  return quick_two_sum(partial.high, rest.low + partial.low);
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> operator*(const double_doubles<Count>& a, const several<Count>& b) {
  const double_doubles<Count> product = two_product(a.high, b);
  return quick_two_sum(product.high, a.low * b + product.low);
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> operator*(const double_doubles<Count>& a, const double_doubles<Count>& b) {
  const double_doubles<Count> product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

template <std::size_t Count>
HWY_INLINE double_doubles<Count> scaled_by(const double_doubles<Count>& a, const several<Count>& power) {
  return {a.high * power, a.low * power};
}

template <std::size_t Count, class Mask>
HWY_INLINE double_doubles<Count> choose(const several<Count, Mask>& first, const double_doubles<Count>& a,
                                        const double_doubles<Count>& b) {
  return {choose(first, a.high, b.high), choose(first, a.low, b.low)};
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
template <std::size_t Count>
HWY_INLINE double_doubles<Count> exponential(const double_doubles<Count>& x) {
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  constexpr double round_to_integer = 0x1.8p52;
  const several<Count> shifted = x.high * repeated<Count>(inverse_ln2) + repeated<Count>(round_to_integer);
  const several<Count> minus_multiple = -(shifted - repeated<Count>(round_to_integer));
  double_doubles<Count> rest = x + minus_multiple * repeated<Count>(warpfold::detail::ln2_high);
  rest = rest + minus_multiple * repeated<Count>(warpfold::detail::ln2_middle);
  rest = rest + minus_multiple * repeated<Count>(warpfold::detail::ln2_low);
  const double_doubles<Count> r = scaled_by(rest, repeated<Count>(0x1p-4));
  const auto& coefficient = warpfold::detail::inverse_factorial;
  several<Count> tail = repeated<Count>(coefficient[15].high);
  for (std::size_t k = 14; k >= 8; --k) tail = tail * r.high + repeated<Count>(coefficient[k].high);
  double_doubles<Count> series{tail, repeated<Count>(0)};
  for (std::size_t k = 7; k >= 1; --k) series = series * r + repeated<Count>(coefficient[k]);
  double_doubles<Count> power = series * r;
  for (int squaring = 0; squaring < 4; ++squaring) {
    power = scaled_by(power, repeated<Count>(2)) + power * power;
  }
  power = power + repeated<Count>(1.0);
  const auto power_of_two = [](doubles value) HWY_ATTR {
    const integers multiple = hn::BitCast(integer_tag{}, value);
    return powers_of_two(hn::Sub(multiple, hn::BitCast(integer_tag{}, repeated(round_to_integer))));
  };
  const double_doubles<Count> result = scaled_by(power, on_each(power_of_two, shifted));
  const auto in_range = [](doubles value) HWY_ATTR { return hn::Ge(value, repeated(-300)); };
  const double_doubles<Count> zero = repeated<Count>(double_double{0, 0});
  return choose(on_each(in_range, x.high), result, zero);
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
