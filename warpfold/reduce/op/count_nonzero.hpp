// count_nonzero: how many elements are not zero. NaN is not zero.
#pragma once

#include "warpfold/reduce/number/truth.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <element T>
class count_nonzero {
 public:
  using element_type = T;
  using state = std::int64_t;
  using result_type = std::int64_t;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = std::same_as<R, std::int64_t>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return 0; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& nonzeros, T element, std::int64_t) const {
    nonzeros += is_true(element) ? 1 : 0;
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left += right; }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& nonzeros, std::int64_t) const {
    return nonzeros;
  }
};

template <element T, class Use>
auto with_count_nonzero(const options&, Use use) {
  return use(count_nonzero<T>());
}

}  // namespace warpfold::operators
