// sum: of integers exact, an error or modulo 2^bits where the result type cannot hold it; of floats and complex numbers
// exact and rounded once, or, if fast, in double precision.
#pragma once

#include "warpfold/reduce/number/fast.hpp"
#include "warpfold/reduce/number/total.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <element T>
class sum {
 public:
  using element_type = T;
  using state = total<T>;
  using result_type = sum_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = can_hold_sum_of<R, T>;

  constexpr explicit sum(overflow mode) : overflow_(mode) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& so_far, T element, std::int64_t) const { so_far.add(element); }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left.merge(right); }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& so_far, std::int64_t) const {
    if constexpr (complex_element<T>) {
      using real = typename R::value_type;
      return {finish_sum<real>(so_far.real.value), finish_sum<real>(so_far.imaginary.value)};
    } else if constexpr (floating_element<T>) {
      return finish_sum<R>(so_far.value);
    } else {
      return finish_integer<R>(so_far.value, overflow_, "sum");
    }
  }

 private:
  overflow overflow_;
};

// The sum in double precision, in the order of fixed_order.hpp. With u = 2^-53, its error is at most
// (n_lane + 9 + log2(n / fixed_block)) u Σ|x|, n_lane = fixed_block / fixed_narrow_lanes, and the rounding to the
// result type; of complex numbers (n_lane + 5 + …), n_lane = fixed_block / fixed_lanes.
template <element T>
class fast_sum {
 public:
  using element_type = T;
  using state = fast_value<T>;
  using result_type = T;
  static constexpr warpfold::laws laws{.associative = false};
  template <class R>
  static constexpr bool gives = can_hold_sum_of<R, T>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return fast_identity<state>; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& so_far, T element, std::int64_t) const {
    so_far += to_fast(element);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left += right; }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& so_far, std::int64_t count) const {
    return from_fast<R>(count == 0 ? state() : so_far);
  }
};

template <element T, class Use>
auto with_sum(const options& choice, Use use) {
  if constexpr (!std::integral<T>) {
    if (choice.accuracy == accuracy::fast) return use(fast_sum<T>());
  }
  return use(sum<T>(choice.overflow));
}

}  // namespace warpfold::operators
