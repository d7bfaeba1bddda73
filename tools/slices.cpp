#include "tools/slices.hpp"

#include <algorithm>
#include <cstdlib>

namespace warpfold::tools {
namespace {

// Long enough that starting and joining threads costs nothing beside it, short enough to show progress.
constexpr std::int64_t slice_bytes = std::int64_t{128} << 20;

bool first_axis_outermost(const array_view& array) {
  return std::all_of(array.strides().begin(), array.strides().end(),
                     [&](std::int64_t stride) { return std::abs(stride) <= std::abs(array.strides()[0]); });
}

// The rows of one slice; as many as there are where the array stays whole.
std::int64_t rows_per_slice(const array_view& array) {
  const std::int64_t rows = array.shape()[0];
  if (array.size() == 0 || !first_axis_outermost(array)) return rows;
  return std::clamp<std::int64_t>(slice_bytes / (array.bytes() / rows), 1, rows);
}

array_view rows(const array_view& array, std::int64_t first, std::int64_t count) {
  dimensions shape = array.shape();
  shape[0] = count;
  const std::byte* const data = array.data() + first * array.strides()[0];
  return {array.type(), data, shape, array.strides(), array.where(), array.byte_order()};
}

}  // namespace

void for_each_slice(const array_view& array, const std::function<void(const array_view&)>& take) {
  for_each_slice(array, array, [&](const array_view& slice, const array_view&) { take(slice); });
}

void for_each_slice(const array_view& a, const array_view& b,
                    const std::function<void(const array_view&, const array_view&)>& take) {
  if (a.size() == 0 || a.rank() == 0) return take(a, b);
  const std::int64_t step = std::max(rows_per_slice(a), rows_per_slice(b));
  for (std::int64_t first = 0; first < a.shape()[0]; first += step) {
    const std::int64_t count = std::min(step, a.shape()[0] - first);
    take(rows(a, first, count), rows(b, first, count));
  }
}

}  // namespace warpfold::tools
