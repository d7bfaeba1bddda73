// any: whether any element is not zero. NaN is not zero.
#pragma once

#include "warpfold/reduce/number/truth.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <element T>
class any {
 public:
  using element_type = T;
  using state = bool;
  using result_type = bool;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = std::same_as<R, bool>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return false; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& found, T element, std::int64_t) const {
    found = found || is_true(element);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left = left || right; }
  // Whether further elements cannot change the result.
  WARPFOLD_HOST_DEVICE constexpr bool settled(const state& found) const { return found; }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& found, std::int64_t) const {
    return found;
  }
};

template <element T, class Use>
auto with_any(const options&, Use use) {
  return use(any<T>());
}

}  // namespace warpfold::operators
