// argmax: the lowest index, in C order, of the greatest element; -0 equals +0. The first NaN wins, or NaNs are skipped.
#pragma once

#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/refuse.hpp"

namespace warpfold::operators {

template <ordered_element T>
class argmax {
 public:
  using element_type = T;
  struct state {
    order_key_t<T> key;  // of the greatest element; a NaN that wins is the highest key
    std::int64_t index;  // -1: no element yet
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = std::int64_t;
  static constexpr warpfold::laws laws{.indexed = true, .skips_nan = true};
  template <class R>
  static constexpr bool gives = std::same_as<R, std::int64_t>;

  constexpr explicit argmax(nan_mode nan) : nan_(nan) {}
  nan_mode nan() const { return nan_; }

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {lowest_key<T>, -1}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& best, T element, std::int64_t index) const {
    const order_key_t<T> key = value_key(element);
    if (!is_nan_key<T>(key)) {
      combine(best, {key, index});
    } else if (nan_ == nan_mode::propagate) {
      combine(best, {highest_key<T>, index});
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    const bool equal = right.key == left.key && right.index >= 0;
    if (right.key > left.key || (equal && (left.index < 0 || right.index < left.index))) left = right;
  }
  // Whether later elements cannot change the result.
  WARPFOLD_HOST_DEVICE constexpr bool settled(const state& best) const {
    return best.key == highest_key<T> && best.index >= 0;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& best, std::int64_t count) const {
    if (count == 0) refuse("argmax of no elements");
    if (best.index < 0) refuse("argmax of nothing but NaN, which was to be skipped");
    return best.index;
  }

 private:
  nan_mode nan_;
};

template <ordered_element T, class Use>
auto with_argmax(const options& choice, Use use) {
  return use(argmax<T>(choice.nan));
}

}  // namespace warpfold::operators
