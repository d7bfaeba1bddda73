// std: the standard deviation, the square root of what var gives, rounded once.
#pragma once

#include <cmath>

#include "warpfold/reduce/op/var.hpp"

namespace warpfold::operators {

template <real_element T>
class standard_deviation : public var<T> {
 public:
  using var<T>::var;

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const typename var<T>::state& moments, std::int64_t count) const {
    return finish_standard_deviation<R>(moments.sum.number(), moments.squares.number(), count, this->ddof());
  }
};

template <floating_element T>
class fast_standard_deviation : public fast_var<T> {
 public:
  using fast_var<T>::fast_var;

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const typename fast_var<T>::state& moments, std::int64_t count) const {
    return from_fast<R>(std::sqrt(this->value(moments, count)));
  }
};

template <real_element T, class Use>
auto with_std(const options& choice, Use use) {
  if constexpr (floating_element<T>) {
    if (choice.accuracy == accuracy::fast) return use(fast_standard_deviation<T>(choice.ddof));
  }
  return use(standard_deviation<T>(choice.ddof));
}

}  // namespace warpfold::operators
