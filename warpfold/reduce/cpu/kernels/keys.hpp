// Kernels of the operators that compare: by vectors of order keys.
#pragma once

#include "warpfold/reduce/cpu/kernel.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/op/all.hpp"
#include "warpfold/reduce/op/any.hpp"
#include "warpfold/reduce/op/argmax.hpp"
#include "warpfold/reduce/op/argmin.hpp"
#include "warpfold/reduce/op/count_nonzero.hpp"
#include "warpfold/reduce/op/max.hpp"
#include "warpfold/reduce/op/min.hpp"
#include "warpfold/reduce/op/minmax.hpp"
#include "warpfold/reduce/op/norm.hpp"

namespace warpfold::cpu {

template <ordered_element T>
key_range<T> extremes_of(const T* elements, std::int64_t count, nan_mode nan) {
  return nan == nan_mode::skip ? keys_of<T>().numeric_extremes(elements, count)
                               : keys_of<T>().extremes(elements, count);
}

template <ordered_element T>
bool holds_nan(key_range<T> range) {
  return range.least <= range.greatest && (is_nan_key<T>(range.least) || is_nan_key<T>(range.greatest));
}

template <ordered_element T>
struct state_fold<operators::min<T>> {
  static void add(const operators::min<T>& op, order_key_t<T>& least, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    const key_range<T> range = extremes_of(elements, count, op.nan());
    op.combine(least, holds_nan(range) ? lowest_key<T> : range.least);
  }
};

template <ordered_element T>
struct state_fold<operators::max<T>> {
  static void add(const operators::max<T>& op, order_key_t<T>& greatest, const T* elements, const T*,
                  std::int64_t count, std::int64_t) {
    const key_range<T> range = extremes_of(elements, count, op.nan());
    op.combine(greatest, holds_nan(range) ? highest_key<T> : range.greatest);
  }
};

template <ordered_element T>
struct state_fold<operators::minmax<T>> {
  static void add(const operators::minmax<T>& op, typename operators::minmax<T>::state& extremes, const T* elements,
                  const T*, std::int64_t count, std::int64_t) {
    const key_range<T> range = extremes_of(elements, count, op.nan());
    op.combine(extremes, holds_nan(range) ? typename operators::minmax<T>::state{lowest_key<T>, highest_key<T>}
                                          : typename operators::minmax<T>::state{range.least, range.greatest});
  }
};

template <ordered_element T>
struct state_fold<operators::norm_infinity<T>> {
  static void add(const operators::norm_infinity<T>& op, magnitude_t<T>& greatest, const T* elements, const T*,
                  std::int64_t count, std::int64_t) {
    if (count == 0) return;
    const key_range<T> range = keys_of<T>().extremes(elements, count);
    op.absorb(greatest, from_order_key<T>(range.least), 0);
    op.absorb(greatest, from_order_key<T>(range.greatest), 0);
  }
};

// Elements looked at together: few enough to stay in the first cache for a second look.
template <class T>
inline constexpr std::int64_t look = 32768 / static_cast<std::int64_t>(sizeof(T));

// The best key of each look; only where it beats the best so far, its place.
template <ordered_element T, class Op, class BestKey>
void search_best(const Op& op, typename Op::state& best, const T* elements, std::int64_t count, std::int64_t index,
                 BestKey best_key) {
  const auto absorb = [&](std::int64_t i) { op.absorb(best, elements[i], index + i); };
  for (std::int64_t first = 0; first < count && !op.settled(best); first += look<T>) {
    const std::int64_t size = std::min(look<T>, count - first);
    const key_range<T> range = extremes_of(elements + first, size, op.nan());
    if (range.least > range.greatest) continue;  // nothing but NaNs to be skipped
    if (holds_nan(range)) return absorb(first + keys_of<T>().find_outside(elements + first, size, number_keys<T>()));
    key_range<T> wanted{best_key(range), best_key(range)};
    if (is_floating_element<T> && (wanted.least == -1 || wanted.least == 0)) wanted = {-1, 0};  // both zeros
    auto improved = best;
    op.combine(improved, {wanted.greatest, index + first});
    if (improved == best) continue;
    absorb(first + keys_of<T>().find_inside(elements + first, size, wanted));
  }
}

template <ordered_element T>
struct state_fold<operators::argmin<T>> {
  static void add(const operators::argmin<T>& op, typename operators::argmin<T>::state& best, const T* elements,
                  const T*, std::int64_t count, std::int64_t index) {
    search_best(op, best, elements, count, index, [](key_range<T> range) { return range.least; });
  }
};

template <ordered_element T>
struct state_fold<operators::argmax<T>> {
  static void add(const operators::argmax<T>& op, typename operators::argmax<T>::state& best, const T* elements,
                  const T*, std::int64_t count, std::int64_t index) {
    search_best(op, best, elements, count, index, [](key_range<T> range) { return range.greatest; });
  }
};

// Zeros of a complex number's two parts say nothing about the number, so that only real elements have vectors here.
template <ordered_element T>
struct state_fold<operators::count_nonzero<T>> {
  static void add(const operators::count_nonzero<T>&, std::int64_t& nonzeros, const T* elements, const T*,
                  std::int64_t count, std::int64_t) {
    nonzeros += keys_of<T>().count_nonzero(elements, count);
  }
};

template <ordered_element T>
struct state_fold<operators::any<T>> {
  static void add(const operators::any<T>&, bool& found, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    for (std::int64_t first = 0; first < count && !found; first += look<T>) {
      found = keys_of<T>().count_nonzero(elements + first, std::min(look<T>, count - first)) != 0;
    }
  }
};

template <ordered_element T>
struct state_fold<operators::all<T>> {
  static void add(const operators::all<T>&, bool& holds, const T* elements, const T*, std::int64_t count,
                  std::int64_t) {
    for (std::int64_t first = 0; first < count && holds; first += look<T>) {
      const std::int64_t size = std::min(look<T>, count - first);
      holds = keys_of<T>().count_nonzero(elements + first, size) == size;
    }
  }
};

}  // namespace warpfold::cpu
