// Double-double arithmetic: the unevaluated sum high + low of two doubles, |low| <= ulp(high) / 2, carries at least 104
// bits. Only +, -, * on doubles as IEEE 754 defines them, in one order, so that every engine gives the same bits.
//
// Error bounds, relative, u = 2^-53: Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building
// blocks of double-word arithmetic", 2017 (algorithms 4, 6, 9 and 12). They hold where nothing overflows or underflows.
#pragma once

#include <cmath>

#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold {

struct double_double {
  double high = 0;
  double low = 0;
};

// a + b exactly, for |a| >= |b| or a = 0.
WARPFOLD_HOST_DEVICE constexpr double_double quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b exactly.
WARPFOLD_HOST_DEVICE constexpr double_double two_sum(double a, double b) {
  const double sum = a + b;
  const double rounded_b = sum - a;
  return {sum, (a - (sum - rounded_b)) + (b - rounded_b)};
}

// a * b exactly, by Dekker's splitting, for factors below 2^996.
WARPFOLD_HOST_DEVICE constexpr double_double two_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double scaled_a = splitter * a;
  const double scaled_b = splitter * b;
  const double high_a = scaled_a - (scaled_a - a);
  const double high_b = scaled_b - (scaled_b - b);
  const double low_a = a - high_a;
  const double low_b = b - high_b;
  const double product = a * b;
  return {product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

// Error at most 2 u^2.
WARPFOLD_HOST_DEVICE constexpr double_double operator+(double_double a, double b) {
  const double_double sum = two_sum(a.high, b);
  return quick_two_sum(sum.high, sum.low + a.low);
}

// Error at most 3 u^2 / (1 - 4 u).
WARPFOLD_HOST_DEVICE constexpr double_double operator+(double_double a, double_double b) {
  const double_double sum = two_sum(a.high, b.high);
  const double_double rest = two_sum(a.low, b.low);
  const double_double partial = quick_two_sum(sum.high, sum.low + rest.high);
  return quick_two_sum(partial.high, rest.low + partial.low);
}

WARPFOLD_HOST_DEVICE constexpr double_double operator-(double_double a) {
  return {-a.high, -a.low};
}
WARPFOLD_HOST_DEVICE constexpr double_double operator-(double_double a, double_double b) {
  return a + -b;
}

// Error at most 3 u^2.
WARPFOLD_HOST_DEVICE constexpr double_double operator*(double_double a, double b) {
  const double_double product = two_product(a.high, b);
  return quick_two_sum(product.high, a.low * b + product.low);
}

// Error at most 7 u^2.
WARPFOLD_HOST_DEVICE constexpr double_double operator*(double_double a, double_double b) {
  const double_double product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

WARPFOLD_HOST_DEVICE constexpr bool operator==(double_double a, double_double b) {
  return a.high == b.high && a.low == b.low;
}
WARPFOLD_HOST_DEVICE constexpr bool operator<(double_double a, double_double b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

}  // namespace warpfold
