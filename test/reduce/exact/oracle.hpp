// The truth about sums, in GMP's big integers and rationals, by nothing of the code under test.
#pragma once

#include <gmpxx.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "warpfold/base/bfloat16.hpp"
#include "warpfold/base/float16.hpp"

namespace warpfold::oracle {

struct format {
  int precision;
  int least_exponent;     // of the least subnormal
  int greatest_exponent;  // finite values are below 2^greatest_exponent
};
template <class T>
inline constexpr format format_of{std::numeric_limits<T>::digits,
                                  std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits,
                                  std::numeric_limits<T>::max_exponent};
template <>
inline constexpr format format_of<float16>{11, -24, 16};
template <>
inline constexpr format format_of<bfloat16>{8, -133, 128};

// A double that a T can hold, as a T.
template <class T>
T narrow(double value) {
  return static_cast<T>(value);
}
template <>
inline float16 narrow<float16>(double value) {
  return static_cast<float16>(static_cast<float>(value));
}
template <>
inline bfloat16 narrow<bfloat16>(double value) {
  return static_cast<bfloat16>(static_cast<float>(value));
}

inline mpq_class power_of_two(long exponent) {
  mpq_class result = 1;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

// The nearest T to an exact value, ties to even; a zero is +0.
template <class T>
T round(const mpq_class& exact) {
  constexpr format f = format_of<T>;
  if (exact == 0) return narrow<T>(0.0);
  const mpq_class magnitude = abs(exact);
  long leading = static_cast<long>(mpz_sizeinbase(magnitude.get_num_mpz_t(), 2)) -
                 static_cast<long>(mpz_sizeinbase(magnitude.get_den_mpz_t(), 2));
  if (magnitude < power_of_two(leading)) --leading;
  const long last = std::max<long>(leading - f.precision + 1, f.least_exponent);
  const mpq_class scaled = magnitude * power_of_two(-last);
  mpz_class kept = scaled.get_num() / scaled.get_den();
  const mpq_class rest = scaled - kept;
  if (rest > mpq_class(1, 2) || (rest == mpq_class(1, 2) && kept % 2 != 0)) ++kept;
  const double sign = exact < 0 ? -1 : 1;
  if (kept * power_of_two(last) >= power_of_two(f.greatest_exponent)) {
    return narrow<T>(sign * std::numeric_limits<double>::infinity());
  }
  return narrow<T>(sign * std::ldexp(kept.get_d(), static_cast<int>(last)));
}

// The nearest T to the square root of an exact value that is not negative.
template <class T>
T round_square_root(const mpq_class& exact) {
  if (exact == 0) return narrow<T>(0.0);
  // ⌊√(exact · 4^scale)⌋ with 200 bits or more, and one bit that says whether anything was cut off.
  const long size = static_cast<long>(mpz_sizeinbase(exact.get_num_mpz_t(), 2)) -
                    static_cast<long>(mpz_sizeinbase(exact.get_den_mpz_t(), 2));
  const long scale = 200 - size / 2;
  const mpq_class scaled = exact * power_of_two(2 * scale);
  const mpz_class floor = scaled.get_num() / scaled.get_den();
  mpz_class root = sqrt(floor);
  const bool cut = root * root != scaled;
  root = 2 * root + (cut ? 1 : 0);
  return round<T>(root * power_of_two(-scale - 1));
}

// The sum of elements or products: its exact finite part in units of 2^-2148, and what else decides the result.
struct total {
  mpz_class units;
  bool nan = false;
  bool positive_infinity = false;
  bool negative_infinity = false;
  bool any = false;
  bool only_negative_zeros = true;

  static constexpr long unit_exponent = -2148;

  void add_term(const mpz_class& significand, long exponent, bool negative_zero) {
    any = true;
    only_negative_zeros = only_negative_zeros && negative_zero;
    units += significand << static_cast<mp_bitcnt_t>(exponent - unit_exponent);
  }
  void add_exceptional(double value) {
    any = true;
    only_negative_zeros = false;
    if (std::isnan(value)) {
      nan = true;
    } else {
      (value > 0 ? positive_infinity : negative_infinity) = true;
    }
  }
  // value = significand · 2^exponent
  static mpz_class take_apart(double value, long& exponent) {
    int power = 0;
    const double fraction = std::frexp(value, &power);
    exponent = static_cast<long>(power) - 53;
    mpz_class significand(std::ldexp(fraction, 53));
    if (exponent < -1074) {  // subnormal: the low bits are zeros
      significand >>= static_cast<mp_bitcnt_t>(-1074 - exponent);
      exponent = -1074;
    }
    return significand;
  }
  void add(double value) {
    if (!std::isfinite(value)) return add_exceptional(value);
    long exponent = 0;
    const mpz_class significand = take_apart(value, exponent);
    add_term(significand, exponent, value == 0 && std::signbit(value));
  }
  void add_product(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b)) {
      // Signs and zeros decide; magnitudes must not overflow or vanish on the way.
      const auto bounded = [](double x) { return std::isfinite(x) && x != 0 ? std::copysign(1.0, x) : x; };
      return add_exceptional(bounded(a) * bounded(b));
    }
    long exponent_a = 0;
    long exponent_b = 0;
    const mpz_class product = take_apart(a, exponent_a) * take_apart(b, exponent_b);
    add_term(product, exponent_a + exponent_b, product == 0 && std::signbit(a) != std::signbit(b));
  }

  bool finite() const { return !nan && !positive_infinity && !negative_infinity; }
  mpq_class value() const { return units * power_of_two(unit_exponent); }

  template <class T>
  T exceptional_result() const {
    if (nan || (positive_infinity && negative_infinity)) return narrow<T>(std::numeric_limits<double>::quiet_NaN());
    return narrow<T>(positive_infinity ? std::numeric_limits<double>::infinity()
                                       : -std::numeric_limits<double>::infinity());
  }
  template <class T>
  T zero_result() const {
    return narrow<T>(any && only_negative_zeros ? -0.0 : 0.0);
  }

  template <class T>
  T sum() const {
    if (!finite()) return exceptional_result<T>();
    return units == 0 ? zero_result<T>() : round<T>(value());
  }
  template <class T>
  T mean(std::uint64_t count) const {
    if (count == 0) return narrow<T>(std::numeric_limits<double>::quiet_NaN());
    if (!finite()) return exceptional_result<T>();
    if (units == 0) return zero_result<T>();
    // A quotient's sign is kept where it rounds to zero.
    const T result = round<T>(value() / mpq_class(mpz_class(std::to_string(count))));
    return static_cast<double>(result) == 0 && units < 0 ? narrow<T>(-0.0) : result;
  }
  template <class T>
  T norm() const {
    return finite() ? round_square_root<T>(value()) : exceptional_result<T>();
  }
};

// (n Σx² - (Σx)²) / (n (n - ddof))
inline mpq_class variance(const total& sum, const total& squares, long count, long ddof) {
  return (count * squares.value() - sum.value() * sum.value()) / (mpq_class(count) * mpq_class(count - ddof));
}

// Whether two results are the same to the last bit; all NaNs must be the one positive quiet NaN.
template <class T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace warpfold::oracle
