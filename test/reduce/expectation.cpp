#include "test/reduce/expectation.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "test/reduce/exact/oracle.hpp"

namespace warpfold::test {
namespace {

using oracle::power_of_two;
using oracle::total;

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

mpz_class integer(auto value) {
  if constexpr (std::same_as<decltype(value), bool>) {
    return value ? 1 : 0;
  } else {
    mpz_class result = static_cast<unsigned long>(value < 0 ? -static_cast<unsigned long>(value) : value);
    return value < 0 ? mpz_class(-result) : result;
  }
}

double as_double(auto value) {
  return static_cast<double>(value);
}

void add(total& sum, auto value) {
  if constexpr (std::integral<decltype(value)>) {
    sum.add_term(integer(value), 0, false);
  } else {
    sum.add(as_double(value));
  }
}
template <class T>
void add_product(total& sum, T a, T b) {
  if constexpr (std::integral<T>) {
    sum.add_term(integer(a) * integer(b), 0, false);
  } else {
    sum.add_product(as_double(a), as_double(b));
  }
}

template <class T>
bool is_nan(T value) {
  if constexpr (is_complex<T>) {
    return std::isnan(value.real()) || std::isnan(value.imag());
  } else {
    return std::isnan(as_double(value));
  }
}

template <class T>
bool is_true(T value) {
  if constexpr (is_complex<T>) {
    return value != T{};
  } else {
    return as_double(value) != 0;
  }
}

// The integer types' and floats' default results.
template <class T>
struct result_types {
  using sum =
      std::conditional_t<std::integral<T>, std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>, T>;
  using mean = std::conditional_t<std::integral<T>, double, T>;
  using real = mean;
};
template <class T>
struct result_types<std::complex<T>> {
  using sum = std::complex<T>;
  using mean = std::complex<T>;
  using real = T;
};

expectation exactly(auto... values) {
  return {false, {scalar(values)...}, {scalar(values)...}};
}
template <class R>
expectation between(const mpq_class& low, const mpq_class& high) {
  return {false, {scalar(oracle::round<R>(low))}, {scalar(oracle::round<R>(high))}};
}
template <class R>
expectation nan_result() {
  return exactly(oracle::narrow<R>(std::numeric_limits<double>::quiet_NaN()));
}
template <class R>
expectation infinite_result(bool negative = false) {
  const double infinity = std::numeric_limits<double>::infinity();
  return exactly(oracle::narrow<R>(negative ? -infinity : infinity));
}
const expectation throws{true, {}, {}};

template <class R>
expectation integer_result(const mpz_class& exact, overflow mode) {
  const bool fits = exact >= integer(std::numeric_limits<R>::min()) && exact <= integer(std::numeric_limits<R>::max());
  if (!fits && mode == overflow::error) return throws;
  mpz_class modular;
  mpz_fdiv_r_2exp(modular.get_mpz_t(), exact.get_mpz_t(), 64);
  return exactly(static_cast<R>(mpz_get_ui(modular.get_mpz_t())));
}

template <class T>
expectation sum_result(const total& sum, overflow mode) {
  using R = typename result_types<T>::sum;
  if constexpr (std::integral<T>) {
    return integer_result<R>(mpz_class(sum.value()), mode);
  } else {
    return exactly(sum.sum<R>());
  }
}

template <class T>
expectation expect_dot(const std::vector<T>& a, const std::vector<T>& b, overflow mode) {
  total real;
  total imaginary;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if constexpr (is_complex<T>) {
      real.add_product(a[i].real(), b[i].real());
      real.add_product(-a[i].imag(), b[i].imag());
      imaginary.add_product(a[i].real(), b[i].imag());
      imaginary.add_product(a[i].imag(), b[i].real());
    } else {
      add_product(real, a[i], b[i]);
    }
  }
  if constexpr (is_complex<T>) {
    using part = typename T::value_type;
    return exactly(T(real.sum<part>(), imaginary.sum<part>()));
  } else {
    return sum_result<T>(real, mode);
  }
}

template <class T>
expectation expect_extreme(op operation, const std::vector<T>& a, bool skipped_all) {
  if constexpr (is_complex<T>) {
    return throws;
  } else {
    if (skipped_all) {  // there were elements, every one a NaN to be skipped
      if (operation == op::argmin || operation == op::argmax) return throws;
      const T nan = oracle::narrow<T>(std::numeric_limits<double>::quiet_NaN());
      return operation == op::minmax ? exactly(nan, nan) : exactly(nan);
    }
    if (a.empty()) return throws;
    std::size_t least = 0;
    std::size_t greatest = 0;
    std::size_t nan = a.size();
    bool negative_zero = false;
    bool positive_zero = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (is_nan(a[i])) nan = std::min(nan, i);
      if (a[i] < a[least]) least = i;
      if (a[greatest] < a[i]) greatest = i;
      negative_zero |= as_double(a[i]) == 0 && std::signbit(as_double(a[i]));
      positive_zero |= as_double(a[i]) == 0 && !std::signbit(as_double(a[i]));
    }
    const bool has_nan = nan < a.size();
    if (operation == op::argmin) return exactly(static_cast<std::int64_t>(has_nan ? nan : least));
    if (operation == op::argmax) return exactly(static_cast<std::int64_t>(has_nan ? nan : greatest));
    T low = a[least];
    T high = a[greatest];
    if constexpr (!std::integral<T>) {
      if (as_double(low) == 0 && negative_zero) low = oracle::narrow<T>(-0.0);
      if (as_double(high) == 0 && positive_zero) high = oracle::narrow<T>(0.0);
      if (has_nan) low = high = oracle::narrow<T>(std::numeric_limits<double>::quiet_NaN());
    }
    if (operation == op::minmax) return exactly(low, high);
    return exactly(operation == op::min ? low : high);
  }
}

template <class T>
expectation expect_var(op operation, const std::vector<T>& a, const options& choice) {
  if constexpr (is_complex<T>) {
    return throws;
  } else {
    using R = typename result_types<T>::mean;
    total sum;
    total squares;
    for (const T value : a) {
      add(sum, value);
      add_product(squares, value, value);
    }
    const auto count = static_cast<long>(a.size());
    if (count == 0 || count <= choice.ddof || !sum.finite()) return nan_result<R>();
    const mpq_class exact = oracle::variance(sum, squares, count, choice.ddof);
    if (choice.accuracy == accuracy::exact) {
      return exactly(operation == op::var ? oracle::round<R>(exact) : oracle::round_square_root<R>(exact));
    }
    // n u kappa, with room for the constant that the bound leaves open.
    const double spread = exact == 0 ? 0 : exact.get_d();
    const double mean = mpq_class(sum.value() / count).get_d();
    const mpq_class slack(8 * (static_cast<double>(count) + 8) * 0x1p-53 *
                              (spread + std::fabs(mean) * std::sqrt(spread)) +
                          1e-30 * mean * mean + 0x1p-1000);
    const mpq_class low = std::max<mpq_class>(exact - slack, 0);
    const mpq_class high = exact + slack;
    if (operation == op::var) return between<R>(low, high);
    return {false, {scalar(oracle::round_square_root<R>(low))}, {scalar(oracle::round_square_root<R>(high))}};
  }
}

// √value to 300 bits.
mpf_class root(const mpq_class& value) {
  mpf_class result(value, 4096);
  mpf_sqrt(result.get_mpf_t(), result.get_mpf_t());
  return result;
}

template <class T>
expectation expect_norm(const std::vector<T>& a, const options& choice) {
  using R = typename result_types<T>::real;
  total sum;
  total squares;
  mpq_class moduli = 0;
  mpq_class greatest = 0;
  for (const T value : a) {
    if constexpr (is_complex<T>) {
      squares.add_product(value.real(), value.real());
      squares.add_product(value.imag(), value.imag());
      if (!squares.finite()) continue;
      total square;
      square.add_product(value.real(), value.real());
      square.add_product(value.imag(), value.imag());
      const mpq_class modulus(root(square.value()));
      moduli += modulus;
      greatest = std::max(greatest, modulus);
    } else {
      add_product(squares, value, value);
      if constexpr (std::integral<T>) {
        sum.add_term(abs(integer(value)), 0, false);
        greatest = std::max<mpq_class>(greatest, abs(integer(value)));
      } else {
        sum.add(std::fabs(as_double(value)));
        if (std::isfinite(as_double(value))) greatest = std::max<mpq_class>(greatest, std::fabs(as_double(value)));
      }
    }
  }
  if (!squares.finite()) return squares.nan ? nan_result<R>() : infinite_result<R>();
  const bool fast = choice.accuracy == accuracy::fast && !std::integral<T>;
  const mpq_class relative = (static_cast<long>(a.size()) + 16) * (fast ? power_of_two(-53) : power_of_two(-98));
  switch (choice.order) {
    case norm_order::one:
      if constexpr (is_complex<T>) return between<R>(moduli * (1 - relative), moduli * (1 + relative));
      if (fast) return between<R>(sum.value() * (1 - relative), sum.value() * (1 + relative));
      return exactly(oracle::round<R>(sum.value()));
    case norm_order::two: {
      if (!fast) return exactly(squares.norm<R>());
      const R low = oracle::round_square_root<R>(squares.value() * (1 - 2 * relative));
      const R high = oracle::round_square_root<R>(squares.value() * (1 + 2 * relative));
      return {false, {scalar(low)}, {scalar(high)}};
    }
    default:
      if constexpr (is_complex<T>) return between<R>(greatest * (1 - relative), greatest * (1 + relative));
      return exactly(oracle::round<R>(greatest));
  }
}

template <class T>
expectation expect_prod(const std::vector<T>& a, const options& choice) {
  if constexpr (is_complex<T>) {
    using part = typename T::value_type;
    mpq_class real = 1;
    mpq_class imaginary = 0;
    for (const T value : a) {
      if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) {
        const part nan = std::numeric_limits<part>::quiet_NaN();
        return exactly(T(nan, nan));
      }
      const mpq_class x(value.real());
      const mpq_class y(value.imag());
      const mpq_class next = real * x - imaginary * y;
      imaginary = real * y + imaginary * x;
      real = next;
    }
    const mpq_class slack = (abs(real) + abs(imaginary)) * static_cast<long>(a.size()) * power_of_two(-101);
    // The sign of a part that is zero is not promised.
    const auto lower = [&](const mpq_class& exact) {
      return exact == 0 ? part(-0.0) : oracle::round<part>(exact - slack);
    };
    const auto low = T(lower(real), lower(imaginary));
    const auto high = T(oracle::round<part>(real + slack), oracle::round<part>(imaginary + slack));
    return {false, {scalar(low)}, {scalar(high)}};
  } else if constexpr (std::integral<T>) {
    mpz_class exact = 1;
    for (const T value : a) exact *= integer(value);
    return integer_result<typename result_types<T>::sum>(exact, choice.overflow);
  } else {
    mpq_class exact = 1;
    double special = 1;
    bool negative = false;
    for (const T value : a) {
      const double x = as_double(value);
      if (x == 0 || !std::isfinite(x)) {
        special *= x;
      } else {
        exact *= mpq_class(x);
        negative ^= x < 0;
      }
    }
    if (special != 1) {
      if (std::isnan(special)) return nan_result<T>();
      return exactly(oracle::narrow<T>(negative ? -special : special));
    }
    const mpq_class slack = abs(exact) * static_cast<long>(a.size()) * power_of_two(-103);
    auto bounds = between<T>(exact - slack, exact + slack);
    // A product's sign is kept where it rounds to zero.
    if (as_double(oracle::round<T>(exact)) == 0 && negative) return exactly(oracle::narrow<T>(-0.0));
    return bounds;
  }
}

constexpr int precision = 400;

// e^x by halving the argument 64 times, x not too far from 0.
mpf_class exponential(mpf_class x) {
  mpf_class reduced(0, precision);
  mpf_div_2exp(reduced.get_mpf_t(), x.get_mpf_t(), 64);
  mpf_class term(1, precision);
  mpf_class series(0, precision);
  for (int k = 1; k < 8; ++k) {
    term = term * reduced / k;
    series += term;
  }
  for (int doubling = 0; doubling < 64; ++doubling) series = 2 * series + series * series;
  return series + 1;
}

template <class T>
expectation expect_logsumexp(const std::vector<T>& a, const options& choice) {
  if constexpr (is_complex<T>) {
    return throws;
  } else {
    using R = typename result_types<T>::mean;
    bool infinite = false;
    std::vector<mpq_class> finite;
    for (const T value : a) {
      if constexpr (std::integral<T>) {
        finite.emplace_back(integer(value));
      } else {
        const double x = as_double(value);
        if (std::isnan(x)) return nan_result<R>();
        infinite |= x == std::numeric_limits<double>::infinity();
        if (std::isfinite(x)) finite.emplace_back(x);
      }
    }
    if (infinite) return infinite_result<R>();
    if (finite.empty()) return infinite_result<R>(true);
    const mpq_class greatest = *std::max_element(finite.begin(), finite.end());
    mpf_class sum(0, precision);
    for (const mpq_class& value : finite) {
      const mpq_class distance = value - greatest;
      if (distance > -400) sum += exponential(mpf_class(distance, precision));
    }
    // Newton from a double: y + sum e^-y - 1.
    mpf_class log(std::log(sum.get_d()), precision);
    for (int step = 0; step < 3; ++step) log += sum * exponential(-log) - 1;
    const mpq_class exact = greatest + mpq_class(log);
    const auto size = static_cast<long>(a.size());
    const bool doubles = !std::integral<T> && (sizeof(R) < sizeof(double) || choice.accuracy == accuracy::fast);
    // Each element is rescaled and added at most so often.
    const long steps = 70 + static_cast<long>(std::ceil(std::log2(std::max(1.0, static_cast<double>(size) / 2048))));
    const mpq_class sum_error = doubles ? mpq_class(steps * power_of_two(-50)) : mpq_class(size * power_of_two(-103));
    const mpq_class slack = power_of_two(-97) + sum_error + abs(exact) * power_of_two(-98);
    return between<R>(exact - slack, exact + slack);
  }
}

template <class T>
expectation expect_sum(op operation, const std::vector<T>& a, const options& choice) {
  using R = typename result_types<T>::mean;
  total real;
  total imaginary;
  total magnitudes;
  for (const T value : a) {
    if constexpr (is_complex<T>) {
      real.add(value.real());
      imaginary.add(value.imag());
      if (std::isfinite(value.real())) magnitudes.add(std::fabs(value.real()));
      if (std::isfinite(value.imag())) magnitudes.add(std::fabs(value.imag()));
    } else {
      add(real, value);
      if constexpr (!std::integral<T>) magnitudes.add(std::fabs(as_double(value)));
    }
  }
  const std::uint64_t count = a.size();
  if constexpr (is_complex<T>) {
    using part = typename T::value_type;
    if (choice.accuracy == accuracy::fast) {
      const auto bound = [&](double side) {
        const mpq_class slack = side * magnitudes.value() * 100 * power_of_two(-53);
        const mpq_class divisor = operation == op::sum ? 1 : static_cast<long>(std::max<std::uint64_t>(count, 1));
        const auto of_part = [&](const total& sum) {
          const bool decided = !sum.finite() || sum.units == 0 || count == 0;
          if (decided) return operation == op::sum ? sum.sum<part>() : sum.mean<part>(count);
          return oracle::round<part>((sum.value() + slack) / divisor);
        };
        return scalar(T(of_part(real), of_part(imaginary)));
      };
      return {false, {bound(-1)}, {bound(1)}};
    }
    return operation == op::sum ? exactly(T(real.sum<part>(), imaginary.sum<part>()))
                                : exactly(T(real.mean<part>(count), imaginary.mean<part>(count)));
  } else {
    const bool fast = !std::integral<T> && choice.accuracy == accuracy::fast && real.finite() && real.units != 0;
    if (fast) {
      const mpq_class slack = magnitudes.value() * 100 * power_of_two(-53);
      const mpq_class divisor = operation == op::sum ? 1 : static_cast<long>(count);
      return between<R>((real.value() - slack) / divisor, (real.value() + slack) / divisor);
    }
    return operation == op::sum ? sum_result<T>(real, choice.overflow) : exactly(real.mean<R>(count));
  }
}

}  // namespace

template <element T>
expectation expect(op operation, const std::vector<T>& all_a, const std::vector<T>& all_b, const options& choice) {
  std::vector<T> a;
  std::vector<T> b;
  std::vector<std::int64_t> index;  // of what is not skipped
  for (std::size_t i = 0; i < all_a.size(); ++i) {
    const bool nan = is_nan(all_a[i]) || (operation == op::dot && is_nan(all_b[i]));
    if (nan && choice.nan == nan_mode::skip) continue;
    a.push_back(all_a[i]);
    if (operation == op::dot) b.push_back(all_b[i]);
    index.push_back(static_cast<std::int64_t>(i));
  }
  switch (operation) {
    case op::sum:
    case op::mean:
      return expect_sum(operation, a, choice);
    case op::prod:
      return expect_prod(a, choice);
    case op::min:
    case op::max:
    case op::minmax:
      return expect_extreme(operation, a, a.empty() && !all_a.empty());
    case op::argmin:
    case op::argmax: {
      const expectation found = expect_extreme(operation, a, a.empty() && !all_a.empty());
      return found.error ? found : exactly(index[static_cast<std::size_t>(found.low[0].as<std::int64_t>())]);
    }
    case op::var:
    case op::std:
      return expect_var(operation, a, choice);
    case op::norm:
      return expect_norm(a, choice);
    case op::dot:
      return expect_dot(a, b, choice.overflow);
    case op::any:
      return exactly(std::any_of(a.begin(), a.end(), is_true<T>));
    case op::all:
      return exactly(std::all_of(a.begin(), a.end(), is_true<T>));
    case op::count_nonzero:
      return exactly(static_cast<std::int64_t>(std::count_if(a.begin(), a.end(), is_true<T>)));
    case op::logsumexp:
      return expect_logsumexp(a, choice);
  }
  throw error("unknown operator");
}

#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  template expectation expect<cpp_type>(op, const std::vector<cpp_type>&, const std::vector<cpp_type>&, const options&);
#include "warpfold/base/dtypes.def"

namespace {

// Between the bounds, which both are found's type; for complex numbers part by part.
template <class T>
bool lies_between(T found, T low, T high) {
  if constexpr (is_complex<T>) {
    return lies_between(found.real(), low.real(), high.real()) && lies_between(found.imag(), low.imag(), high.imag());
  } else {
    if (oracle::same(low, high)) return oracle::same(found, low);
    return as_double(low) <= as_double(found) && as_double(found) <= as_double(high);
  }
}

}  // namespace

testing::AssertionResult meets(const expectation& expected, const result& found) {
  if (found.values.size() != expected.low.size()) return testing::AssertionFailure() << "wrong number of values";
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    const scalar& value = found.values[i];
    if (value.type() != expected.low[i].type()) {
      return testing::AssertionFailure() << "found " << name_of(value.type()) << ", expected "
                                         << name_of(expected.low[i].type());
    }
    const bool met = visit_dtype(value.type(), [&](auto tag) {
      using T = typename decltype(tag)::type;
      return lies_between(value.as<T>(), expected.low[i].as<T>(), expected.high[i].as<T>());
    });
    if (!met) {
      return testing::AssertionFailure() << "found " << to_string(value) << ", expected " << to_string(expected.low[i])
                                         << " to " << to_string(expected.high[i]);
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace warpfold::test
