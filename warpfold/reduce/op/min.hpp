// min: the least element, -0 below +0. A NaN wins, or is skipped; of nothing but NaNs the least is NaN.
#pragma once

#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/refuse.hpp"

namespace warpfold::operators {

template <ordered_element T>
class min {
 public:
  using element_type = T;
  using state = order_key_t<T>;  // where NaN wins, a NaN is the lowest key
  using result_type = T;
  static constexpr warpfold::laws laws{.skips_nan = true};
  template <class R>
  static constexpr bool gives = std::same_as<R, T>;

  constexpr explicit min(nan_mode nan) : nan_(nan) {}
  nan_mode nan() const { return nan_; }

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return highest_key<T>; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& least, T element, std::int64_t) const {
    const state key = order_key(element);
    if (!is_nan_key<T>(key)) {
      combine(least, key);
    } else if (nan_ == nan_mode::propagate) {
      least = lowest_key<T>;
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    if (right < left) left = right;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& least, std::int64_t count) const {
    if (count == 0) refuse("min of no elements");
    if constexpr (is_floating_element<T>) {
      if (is_nan_key<T>(least)) return canonical_nan<T>();
    }
    return from_order_key<T>(least);
  }

 private:
  nan_mode nan_;
};

template <ordered_element T, class Use>
auto with_min(const options& choice, Use use) {
  return use(min<T>(choice.nan));
}

}  // namespace warpfold::operators
