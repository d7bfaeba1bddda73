#include "warpfold/reduce/finish.hpp"

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

namespace warpfold {

template <class R>
R finish_integer(const int192& value, overflow mode, const char* name) {
  if constexpr (std::integral<R>) {
    const bool fits = value.fits_int128() && value.as_int128() >= std::numeric_limits<R>::min() &&
                      value.as_int128() <= std::numeric_limits<R>::max();
    if (!fits && mode == overflow::error) {
      throw error(std::string(name) + " is " + to_string(value) + ", which does not fit " +
                  std::string(name_of(dtype_of<R>)));
    }
    return static_cast<R>(value.low);
  } else {
    return accumulated<exact::accumulator>(value).template round<R>();
  }
}

template <exact::floating R>
R round_to(double_double value, std::int64_t exponent) {
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
R finish_sum(const Sum& sum) {
  return sum.template round<R>();
}

template <exact::floating R>
R finish_mean(const exact::accumulator& sum, std::int64_t count) {
  return exact::mean<R>(sum, static_cast<std::uint64_t>(count));
}

template <exact::floating R, class Squares>
R finish_norm(const Squares& squares) {
  return exact::norm<R>(squares);
}

template <exact::floating R, class Squares>
R finish_variance(const exact::accumulator& sum, const Squares& squares, std::int64_t count, std::int64_t ddof) {
  return exact::variance<R>(sum, squares, static_cast<std::uint64_t>(count), ddof);
}

template <exact::floating R, class Squares>
R finish_standard_deviation(const exact::accumulator& sum, const Squares& squares, std::int64_t count,
                            std::int64_t ddof) {
  return exact::standard_deviation<R>(sum, squares, static_cast<std::uint64_t>(count), ddof);
}

#define WARPFOLD_FINISH_SQUARES(R, Squares)                                                             \
  template R finish_sum<R>(const Squares&);                                                             \
  template R finish_norm<R>(const Squares&);                                                            \
  template R finish_variance<R>(const exact::accumulator&, const Squares&, std::int64_t, std::int64_t); \
  template R finish_standard_deviation<R>(const exact::accumulator&, const Squares&, std::int64_t, std::int64_t);
#define WARPFOLD_FINISH_FLOAT(R)                                      \
  template R finish_integer<R>(const int192&, overflow, const char*); \
  template R round_to<R>(double_double, std::int64_t);                \
  template R finish_mean<R>(const exact::accumulator&, std::int64_t); \
  WARPFOLD_FINISH_SQUARES(R, exact::accumulator)                      \
  WARPFOLD_FINISH_SQUARES(R, exact::product_accumulator)
#define WARPFOLD_FINISH_INTEGER(R) template R finish_integer<R>(const int192&, overflow, const char*);

#define WARPFOLD_FINISH_boolean(R)
#define WARPFOLD_FINISH_signed_integer(R) WARPFOLD_FINISH_INTEGER(R)
#define WARPFOLD_FINISH_unsigned_integer(R) WARPFOLD_FINISH_INTEGER(R)
#define WARPFOLD_FINISH_floating(R) WARPFOLD_FINISH_FLOAT(R)
#define WARPFOLD_FINISH_complex(R)
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) WARPFOLD_FINISH_##category(cpp_type)
#include "warpfold/base/dtypes.def"
#undef WARPFOLD_FINISH_boolean
#undef WARPFOLD_FINISH_signed_integer
#undef WARPFOLD_FINISH_unsigned_integer
#undef WARPFOLD_FINISH_floating
#undef WARPFOLD_FINISH_complex
#undef WARPFOLD_FINISH_INTEGER
#undef WARPFOLD_FINISH_FLOAT
#undef WARPFOLD_FINISH_SQUARES

}  // namespace warpfold
