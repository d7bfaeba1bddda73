// Any operator on floats, of the elements that are not NaN alone; of two arrays, of the positions where neither is.
#pragma once

#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/operator.hpp"

namespace warpfold {

template <element T>
WARPFOLD_HOST_DEVICE constexpr bool is_nan(T value) {
  if constexpr (complex_element<T>) {
    return is_nan(value.real()) || is_nan(value.imag());
  } else if constexpr (floating_element<T>) {
    return is_nan_key<T>(order_key(value));
  } else {
    return false;
  }
}

// The operator must be associative, or what is left out would change its order.
template <class Op>
requires(Op::laws.associative) class without_nan {
 public:
  using element_type = typename Op::element_type;
  struct state {
    typename Op::state kept;
    std::int64_t skipped;  // elements left out
  };
  static constexpr warpfold::laws laws = Op::laws;

  constexpr explicit without_nan(const Op& op) : op_(op) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {op_.identity(), 0}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& so_far, element_type element, std::int64_t index) const {
    if (is_nan(element)) {
      ++so_far.skipped;
    } else {
      op_.absorb(so_far.kept, element, index);
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& so_far, element_type a, element_type b,
                                             std::int64_t index) const requires requires(typename Op::state kept) {
    std::declval<const Op&>().absorb(kept, a, b, index);
  }
  {
    if (is_nan(a) || is_nan(b)) {
      ++so_far.skipped;
    } else {
      op_.absorb(so_far.kept, a, b, index);
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    op_.combine(left.kept, right.kept);
    left.skipped += right.skipped;
  }

 private:
  Op op_;
};

}  // namespace warpfold
