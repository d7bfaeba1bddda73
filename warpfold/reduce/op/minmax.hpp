// minmax: the least and the greatest element, as min and max give them.
#pragma once

#include <array>

#include "warpfold/reduce/op/max.hpp"
#include "warpfold/reduce/op/min.hpp"

namespace warpfold::operators {

template <ordered_element T>
class minmax {
 public:
  using element_type = T;
  struct state {
    order_key_t<T> least;
    order_key_t<T> greatest;
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = std::array<T, 2>;  // least, greatest
  static constexpr warpfold::laws laws{.skips_nan = true};
  template <class R>
  static constexpr bool gives = std::same_as<R, T> || std::same_as<R, result_type>;

  constexpr explicit minmax(nan_mode nan) : min_(nan), max_(nan) {}
  nan_mode nan() const { return min_.nan(); }

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {min_.identity(), max_.identity()}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& extremes, T element, std::int64_t index) const {
    min_.absorb(extremes.least, element, index);
    max_.absorb(extremes.greatest, element, index);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    min_.combine(left.least, right.least);
    max_.combine(left.greatest, right.greatest);
  }

  template <class R>
  WARPFOLD_HOST_DEVICE result_type finish(const state& extremes, std::int64_t count) const {
    if (count == 0) refuse("minmax of no elements");
    return {min_.template finish<T>(extremes.least, count), max_.template finish<T>(extremes.greatest, count)};
  }

 private:
  min<T> min_;
  max<T> max_;
};

template <ordered_element T, class Use>
auto with_minmax(const options& choice, Use use) {
  return use(minmax<T>(choice.nan));
}

}  // namespace warpfold::operators
