// Short words for tests: reducing a handful of values at run time, and reading the answer.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "test/reduce/exact/oracle.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::test {

template <element T>
array_view view_of_vector(const std::vector<T>& values) {
  return {dtype_of<T>, values.data(), {static_cast<std::int64_t>(values.size())}};
}

// The one value of a reduction, as an R.
template <class R, element T>
R reduced(op operation, const std::vector<T>& values, const options& choice = {}) {
  return reduce(operation, view_of_vector(values), choice).values[0].template as<R>();
}
template <class R>
R reduced(op operation, const array_view& array, const options& choice = {}) {
  return reduce(operation, array, choice).values[0].as<R>();
}

// What every slice along `axis` reduces to, in C order of the other axes.
template <class R>
std::vector<R> along_axis(op operation, const array_view& array, std::size_t axis, const options& choice = {}) {
  dimensions shape;
  dimensions strides;
  for (std::size_t other = 0; other < array.rank(); ++other) {
    if (other == axis) continue;
    shape.push_back(array.shape()[other]);
    strides.push_back(array.strides()[other]);
  }
  std::vector<R> results;
  for (std::int64_t slice = 0; slice < element_count(shape); ++slice) {
    const std::byte* data = array.data();
    std::int64_t rest = slice;
    for (std::size_t other = shape.size(); other-- > 0;) {
      data += rest % shape[other] * strides[other];
      rest /= shape[other];
    }
    results.push_back(
        reduced<R>(operation, array_view(array.type(), data, {array.shape()[axis]}, {array.strides()[axis]}), choice));
  }
  return results;
}

template <class T>
bool same_bits(T a, T b) {
  return oracle::same(a, b);
}

}  // namespace warpfold::test
