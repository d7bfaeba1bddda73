// logsumexp: ln Σ e^x, by sums relative to the greatest element, so that nothing overflows. -inf of no elements and of
// nothing but -inf; NaN wins, then +inf.
#pragma once

#include <concepts>
#include <limits>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/exponential.hpp"
#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

// In the arithmetic of Number, double or double_double, and in the order of fixed_order.hpp. Before the one rounding
// the error is at most 2^-97 + n 2^-103 + 2^-98 |result| in double-doubles, and (70 + log2(n / fixed_block)) 2^-50 +
// 2^-98 |result| in doubles, log2 from 0 on.
template <real_element T, class Number = double_double>
class logsumexp {
 public:
  using element_type = T;
  struct state {
    Number greatest{-std::numeric_limits<double>::infinity()};
    Number sum{};  // Σ e^(x - greatest)
    bool nan = false;
    bool infinite = false;
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = mean_result_t<T>;
  static constexpr warpfold::laws laws{.associative = false, .skips_nan = true};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  constexpr explicit logsumexp(nan_mode nan) : nan_(nan) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& exponentials, T element, std::int64_t) const {
    const double_double value = widen(element);
    if (value.high - value.high == 0) {
      add(exponentials, as_number(value), Number{1});
    } else if (value.high != value.high) {
      exponentials.nan |= nan_ == nan_mode::propagate;
    } else {
      exponentials.infinite |= value.high > 0;
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    if (!nothing(right.sum)) add(left, right.greatest, right.sum);
    left.nan |= right.nan;
    left.infinite |= right.infinite;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& exponentials, std::int64_t) const {
    if (exponentials.nan) return canonical_nan<R>();
    if (exponentials.infinite) return detail::infinity_of<R>;
    if (nothing(exponentials.sum)) return static_cast<R>(-std::numeric_limits<float>::infinity());
    return round_to<R>(double_double{exponentials.greatest} + logarithm(double_double{exponentials.sum}));
  }

 private:
  WARPFOLD_HOST_DEVICE static constexpr Number as_number(double_double value) {
    if constexpr (std::same_as<Number, double>) {
      return value.high;
    } else {
      return value;
    }
  }
  WARPFOLD_HOST_DEVICE static constexpr bool nothing(Number sum) { return double_double{sum}.high == 0; }

  // Adds sum * e^greatest.
  WARPFOLD_HOST_DEVICE static constexpr void add(state& left, Number greatest, Number sum) {
    if (nothing(left.sum)) {
      left.greatest = greatest;
      left.sum = sum;
      return;
    }
    const bool exceeds = left.greatest < greatest;
    const Number larger = exceeds ? greatest : left.greatest;
    const Number factor = exponential((exceeds ? left.greatest : greatest) - larger);
    left.sum = exceeds ? left.sum * factor + sum : left.sum + sum * factor;
    left.greatest = larger;
  }

  nan_mode nan_;
};

// Doubles where they are more than twice as wide as the result, or where that is good enough.
template <real_element T, class Use>
auto with_logsumexp(const options& choice, Use use) {
  if constexpr (floating_element<T>) {
    const dtype result = choice.result_dtype.value_or(dtype_of<mean_result_t<T>>);
    if (choice.accuracy == accuracy::fast || size_of(result) < sizeof(double)) {
      return use(logsumexp<T, double>(choice.nan));
    }
  }
  return use(logsumexp<T>(choice.nan));
}

}  // namespace warpfold::operators
