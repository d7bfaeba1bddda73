// all: whether every element is not zero. NaN is not zero.
#pragma once

#include "warpfold/reduce/number/truth.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <element T>
class all {
 public:
  using element_type = T;
  using state = bool;
  using result_type = bool;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = std::same_as<R, bool>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return true; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& holds, T element, std::int64_t) const {
    holds = holds && is_true(element);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left = left && right; }
  // Whether further elements cannot change the result.
  WARPFOLD_HOST_DEVICE constexpr bool settled(const state& holds) const { return !holds; }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& holds, std::int64_t) const {
    return holds;
  }
};

template <element T, class Use>
auto with_all(const options&, Use use) {
  return use(all<T>());
}

}  // namespace warpfold::operators
