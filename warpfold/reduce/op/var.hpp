// var: the variance, from the exact sum and the exact sum of squares, rounded once; or, if fast, from means and squared
// deviations in double precision. The divisor is n - ddof; NaN where that is not positive.
#pragma once

#include <limits>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/fast.hpp"
#include "warpfold/reduce/number/total.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <real_element T>
class var {
 public:
  using element_type = T;
  struct state {
    total<T> sum;
    product_total<T> squares;
  };
  using result_type = mean_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  constexpr explicit var(std::int64_t ddof) : ddof_(ddof) {}
  WARPFOLD_HOST_DEVICE std::int64_t ddof() const { return ddof_; }

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& moments, T element, std::int64_t) const {
    moments.sum.add(element);
    moments.squares.add(element, element);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    left.sum.merge(right.sum);
    left.squares.merge(right.squares);
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& moments, std::int64_t count) const {
    return finish_variance<R>(moments.sum.number(), moments.squares.number(), count, ddof_);
  }

 private:
  std::int64_t ddof_;
};

// Welford's update of mean and squared deviations, and Chan's combination of two, in double precision and in the order
// of fixed_order.hpp. The relative error of Σ(x - mean)² is at most about n u κ, κ² = 1 + mean² / variance, u = 2^-53:
// Chan, Golub, LeVeque, "Algorithms for computing the sample variance", 1983.
template <floating_element T>
class fast_var {
 public:
  using element_type = T;
  struct state {
    double count = 0;
    double mean = 0;
    double deviations = 0;  // Σ(x - mean)²
  };
  using result_type = T;
  static constexpr warpfold::laws laws{.associative = false};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  constexpr explicit fast_var(std::int64_t ddof) : ddof_(ddof) {}
  std::int64_t ddof() const { return ddof_; }

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& moments, T element, std::int64_t) const {
    const auto value = static_cast<double>(element);
    const double distance = value - moments.mean;
    moments.count += 1;
    moments.mean += distance * (1 / moments.count);  // the lanes of a vector share the reciprocal
    moments.deviations += distance * (value - moments.mean);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    if (right.count == 0) return;
    if (left.count == 0) {
      left = right;
      return;
    }
    const double count = left.count + right.count;
    const double distance = right.mean - left.mean;
    left.mean += distance * (right.count / count);
    left.deviations += right.deviations + distance * distance * (left.count * right.count / count);
    left.count = count;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& moments, std::int64_t count) const {
    return from_fast<R>(value(moments, count));
  }

 protected:
  WARPFOLD_HOST_DEVICE double value(const state& moments, std::int64_t count) const {
    const double degrees = static_cast<double>(count) - static_cast<double>(ddof_);
    if (count == 0 || degrees <= 0) return std::numeric_limits<double>::quiet_NaN();
    return moments.deviations / degrees;
  }

 private:
  std::int64_t ddof_;
};

template <real_element T, class Use>
auto with_var(const options& choice, Use use) {
  if constexpr (floating_element<T>) {
    if (choice.accuracy == accuracy::fast) return use(fast_var<T>(choice.ddof));
  }
  return use(var<T>(choice.ddof));
}

}  // namespace warpfold::operators
