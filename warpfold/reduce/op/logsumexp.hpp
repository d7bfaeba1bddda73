// logsumexp: ln Σ e^x, by sums relative to the greatest element, so that nothing overflows. -inf of no elements and of
// nothing but -inf; NaN wins, then +inf.
#pragma once

#include <limits>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/exponential.hpp"
#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

// In double-double arithmetic and in the order of fixed_order.hpp. Before the one rounding the error is at most
// 2^-97 + n 2^-103 + 2^-98 |result|.
template <real_element T>
class logsumexp {
 public:
  using element_type = T;
  struct state {
    double_double greatest{-std::numeric_limits<double>::infinity(), 0};
    double_double sum;  // Σ e^(x - greatest)
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
      add(exponentials, value, {1, 0});
    } else if (value.high != value.high) {
      exponentials.nan |= nan_ == nan_mode::propagate;
    } else {
      exponentials.infinite |= value.high > 0;
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    if (right.sum.high != 0) add(left, right.greatest, right.sum);
    left.nan |= right.nan;
    left.infinite |= right.infinite;
  }

  template <class R>
  R finish(const state& exponentials, std::int64_t) const {
    if (exponentials.nan) return canonical_nan<R>();
    if (exponentials.infinite) return detail::infinity_of<R>;
    if (exponentials.sum.high == 0) return static_cast<R>(-std::numeric_limits<float>::infinity());
    return round_to<R>(exponentials.greatest + logarithm(exponentials.sum));
  }

 private:
  // Adds sum * e^greatest.
  WARPFOLD_HOST_DEVICE static constexpr void add(state& left, double_double greatest, double_double sum) {
    if (left.sum.high == 0) {
      left.greatest = greatest;
      left.sum = sum;
    } else if (left.greatest < greatest) {
      left.sum = left.sum * exponential(left.greatest - greatest) + sum;
      left.greatest = greatest;
    } else {
      left.sum = left.sum + sum * exponential(greatest - left.greatest);
    }
  }

  nan_mode nan_;
};

template <real_element T, class Use>
auto with_logsumexp(const options& choice, Use use) {
  return use(logsumexp<T>(choice.nan));
}

}  // namespace warpfold::operators
