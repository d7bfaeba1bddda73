// exp and log in double-double precision, and exp in double, from IEEE 754 +, -, * and / alone: the same bits from
// every engine.
#pragma once

#include <array>
#include <cstdint>

#include "warpfold/reduce/number/double_double.hpp"
#include "warpfold/reduce/number/scaled.hpp"

namespace warpfold {

namespace detail {

// ln 2 in three parts, each but the last with trailing zeros enough for exact multiples up to 2^11.
inline constexpr double ln2_high = 0x1.62e42fefa3800p-1;
inline constexpr double ln2_middle = 0x1.ef35793c76000p-45;
inline constexpr double ln2_low = 0x1.cc01f97b57a08p-87;

// 1 / k! as double-doubles.
consteval std::array<double_double, 16> inverse_factorials() {
  std::array<double_double, 16> table{};
  table[0] = {1, 0};
  for (std::size_t k = 1; k < table.size(); ++k) {
    // One Newton correction of the quotient makes it a double-double.
    const auto divisor = static_cast<double>(k);
    const double quotient = table[k - 1].high / divisor;
    const double_double rest = table[k - 1] - two_product(quotient, divisor);
    table[k] = quick_two_sum(quotient, rest.high / divisor);
  }
  return table;
}
inline constexpr std::array<double_double, 16> inverse_factorial = inverse_factorials();

}  // namespace detail

// e^x for x <= 0 with a relative error below 2^-98; 0 for x < -300, which is less than 2^-432.
WARPFOLD_HOST_DEVICE constexpr double_double exponential(double_double x) {
  if (!(x.high >= -300)) return {0, 0};
  // x = multiple * ln 2 + rest, |rest| <= 0.35
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  constexpr double round_to_integer = 0x1.8p52;
  const double multiple = (x.high * inverse_ln2 + round_to_integer) - round_to_integer;
  double_double rest = x + -multiple * detail::ln2_high;
  rest = rest + -multiple * detail::ln2_middle;
  rest = rest + -multiple * detail::ln2_low;
  // e^rest = (e^(rest / 16))^16; the series of e^r - 1, with |r| < 0.0217, up to r^15 / 15!.
  const double_double r{rest.high * 0x1p-4, rest.low * 0x1p-4};
  // Terms from r^8 / 8!, below 2^-59, need no more than a double. (A device reaches no table but a function's own.)
  constexpr std::array<double_double, 16> inverse_factorial = detail::inverse_factorials();
  double tail = inverse_factorial[15].high;
  for (std::size_t k = 14; k >= 8; --k) tail = tail * r.high + inverse_factorial[k].high;
  double_double series{tail, 0};
  for (std::size_t k = 7; k >= 1; --k) series = series * r + inverse_factorial[k];
  double_double power = series * r;
  // (1 + p)² - 1 = 2 p + p², which keeps the precision that 1 + p would lose.
  for (int squaring = 0; squaring < 4; ++squaring) {
    power = double_double{2 * power.high, 2 * power.low} + power * power;
  }
  power = power + 1.0;
  const double factor = power_of_two(static_cast<int>(multiple));
  return {power.high * factor, power.low * factor};
}

// e^x for x <= 0 with a relative error below 2^-51; 0 for x < -700, which is less than 2^-1009.
WARPFOLD_HOST_DEVICE constexpr double exponential(double x) {
  if (!(x >= -700)) return 0;
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  constexpr double round_to_integer = 0x1.8p52;
  const double multiple = (x * inverse_ln2 + round_to_integer) - round_to_integer;
  double rest = x + -multiple * detail::ln2_high;
  rest = rest + -multiple * detail::ln2_middle;
  // The series up to rest^13 / 13!, |rest| <= 0.35: even and odd terms side by side, as each waits for the one before.
  constexpr std::array<double_double, 16> inverse_factorial = detail::inverse_factorials();
  const double square = rest * rest;
  double even = inverse_factorial[12].high;
  double odd = inverse_factorial[13].high;
  for (std::size_t k = 12; k != 0; k -= 2) {
    even = even * square + inverse_factorial[k - 2].high;
    odd = odd * square + inverse_factorial[k - 1].high;
  }
  return (odd * rest + even) * power_of_two(static_cast<int>(multiple));
}

// ln x for x >= 1 with an error below 2^-98 (1 + ln x).
WARPFOLD_HOST_DEVICE constexpr double_double logarithm(double_double x) {
  scaled parts{x, 0};
  parts.normalize();
  // A first guess to 2^-40 of the significand's logarithm: ln m = 2 artanh((m - 1) / (m + 1)).
  const double ratio = (parts.significand.high - 1) / (parts.significand.high + 1);
  const double square = ratio * ratio;
  double series = 1.0 / 25;
  for (int term = 23; term >= 1; term -= 2) series = series * square + 1.0 / term;
  double_double log{2 * ratio * series, 0};
  // log <- log + ln(1 + correction), each time more than twice the digits.
  for (int step = 0; step < 2; ++step) {
    const double_double correction = parts.significand * exponential(-log) + -1.0;
    log = log + (correction - correction * correction * 0.5);
  }
  const auto exponent = static_cast<double>(parts.exponent);
  log = log + exponent * detail::ln2_low;
  log = log + exponent * detail::ln2_middle;
  return log + exponent * detail::ln2_high;
}

}  // namespace warpfold
