// mean: the exact sum over the number of elements, rounded once; or, if fast, from the fast sum. NaN of no elements.
#pragma once

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/op/sum.hpp"

namespace warpfold::operators {

template <element T>
class mean {
 public:
  using element_type = T;
  using state = total<T>;
  using result_type = mean_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = can_hold_sum_of<R, result_type>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& sum, T element, std::int64_t) const { sum.add(element); }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left.merge(right); }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& sum, std::int64_t count) const {
    if constexpr (complex_element<T>) {
      using real = typename R::value_type;
      return {finish_mean<real>(sum.real.value, count), finish_mean<real>(sum.imaginary.value, count)};
    } else {
      return finish_mean<R>(sum.number(), count);
    }
  }
};

// The fast sum over the number of elements: its relative error is the fast sum's and one more rounding.
template <element T>
class fast_mean : public fast_sum<T> {
 public:
  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const typename fast_sum<T>::state& sum, std::int64_t count) const {
    // Of no elements, 0 / 0.
    return from_fast<R>(fast_quotient(count == 0 ? typename fast_sum<T>::state() : sum, static_cast<double>(count)));
  }
};

template <element T, class Use>
auto with_mean(const options& choice, Use use) {
  if constexpr (!std::integral<T>) {
    if (choice.accuracy == accuracy::fast) return use(fast_mean<T>());
  }
  return use(mean<T>());
}

}  // namespace warpfold::operators
