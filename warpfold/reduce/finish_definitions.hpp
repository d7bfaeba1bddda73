// The functions of finish.hpp, for the units that hold them compiled: finish.cpp for the host, and that of a device's
// kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/exact/mean.hpp"
#include "warpfold/reduce/exact/norm.hpp"
#include "warpfold/reduce/exact/rounding.hpp"
#include "warpfold/reduce/exact/variance.hpp"
#include "warpfold/reduce/exact/whole_number.hpp"
#include "warpfold/reduce/finish.hpp"

namespace warpfold {

namespace detail {

// As means, norms and variances take sums.
template <class Accumulator>
WARPFOLD_HOST_DEVICE const Accumulator& exact_sum(const Accumulator& sum) {
  return sum;
}
WARPFOLD_HOST_DEVICE inline exact::whole_number exact_sum(const int192& sum) {
  const int192 size = sum.magnitude();
  return {static_cast<uint128>(size.high), size.low, sum.negative()};
}

// The R nearest to an integer.
template <exact::floating R>
WARPFOLD_HOST_DEVICE R round_integer(const int192& value) {
  const exact::whole_number number = exact_sum(value);
  if (number.high >> 64 == 0) {
    return exact::round_to_nearest<R>({number.high << 64 | number.low, 0, false}, number.negative);
  }
  return exact::round_to_nearest<R>({number.high, 64, number.low != 0}, number.negative);
}

}  // namespace detail

template <class R>
WARPFOLD_HOST_DEVICE R finish_integer(const int192& value, overflow mode, const char* name) {
  if constexpr (std::integral<R>) {
#ifndef __CUDA_ARCH__  // where nobody could be told
    const bool fits = value.fits_int128() && value.as_int128() >= std::numeric_limits<R>::min() &&
                      value.as_int128() <= std::numeric_limits<R>::max();
    if (!fits && mode == overflow::error) {
      throw error(std::string(name) + " is " + to_string(value) + ", which does not fit " +
                  std::string(name_of(dtype_of<R>)));
    }
#endif
    return static_cast<R>(value.low);
  } else {
    return detail::round_integer<R>(value);
  }
}

template <exact::floating R>
WARPFOLD_HOST_DEVICE R round_to(double_double value, std::int64_t exponent) {
  const bool negative = std::signbit(value.high);
  int high_exponent = 0;
  const double high = std::frexp(std::fabs(value.high), &high_exponent);  // in [1/2, 1), or 0
  // In units of 2^(high_exponent - 107), high is below 2^107 and low at most 2^53 in magnitude.
  const double low = std::ldexp(negative ? -value.low : value.low, 107 - high_exponent);
  const double whole = std::floor(low);
  const int128 significand = static_cast<int128>(std::ldexp(high, 53)) * (int128{1} << 54) + static_cast<int128>(whole);
  // Beyond these exponents every type has long overflowed or underflowed.
  const auto scale = static_cast<int>(std::clamp<std::int64_t>(exponent + high_exponent - 107, -100'000, 100'000));
  return exact::round_to_nearest<R>({static_cast<uint128>(significand), scale, low != whole}, negative);
}

template <exact::floating R, class Sum>
WARPFOLD_HOST_DEVICE R finish_sum(const Sum& sum) {
  if constexpr (std::same_as<Sum, int192>) {
    return detail::round_integer<R>(sum);
  } else {
    return exact::mean<R>(sum, 1);  // which looks at fewer digits than round() does
  }
}

template <exact::floating R, class Sum>
WARPFOLD_HOST_DEVICE R finish_mean(const Sum& sum, std::int64_t count) {
  return exact::mean<R>(detail::exact_sum(sum), static_cast<std::uint64_t>(count));
}

template <exact::floating R, class Squares>
WARPFOLD_HOST_DEVICE R finish_norm(const Squares& squares) {
  return exact::norm<R>(detail::exact_sum(squares));
}

template <exact::floating R, class Sum, class Squares>
WARPFOLD_HOST_DEVICE R finish_variance(const Sum& sum, const Squares& squares, std::int64_t count, std::int64_t ddof) {
  return exact::variance<R>(detail::exact_sum(sum), detail::exact_sum(squares), static_cast<std::uint64_t>(count),
                            ddof);
}

template <exact::floating R, class Sum, class Squares>
WARPFOLD_HOST_DEVICE R finish_standard_deviation(const Sum& sum, const Squares& squares, std::int64_t count,
                                                 std::int64_t ddof) {
  return exact::standard_deviation<R>(detail::exact_sum(sum), detail::exact_sum(squares),
                                      static_cast<std::uint64_t>(count), ddof);
}

}  // namespace warpfold
