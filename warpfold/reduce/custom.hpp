// Reductions by operators of the caller's own, of anything with random access, and of what becomes of it:
//
//   warpfold::reduce(values, init, op)                          op(init, op(values[0], op(values[1], …)))
//   warpfold::reduce(values, op)                                the same without init; error where there are no values
//   warpfold::transform_reduce(values, init, op, transform)     of transform(values[i])
//   warpfold::transform_reduce(a, b, init, op, transform)       of transform(a[i], b[i])
//
// The operator must be associative: values are grouped at will, by positions alone, so that the result is the same at
// any number of threads. Their order is kept, unless the operator says that it is commutative (is_commutative). No
// identity is needed. `init` is applied once, and its type does not narrow the result, which is what op(init, value)
// gives. Operator and transform may be called from several threads at once.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/commutative.hpp"
#include "warpfold/reduce/cpu/tasks.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold {

// An operator on values of type T.
template <class Op, class T>
concept operator_on = std::invocable<const Op&, T, T>;

namespace detail {

// What values of type T become when an operator has been at them: what op(T, T) gives.
template <class Op, class T>
using reduced_t = std::remove_cvref_t<std::invoke_result_t<const Op&, T, T>>;

// Of values at(first) … at(last - 1), first < last, in order.
template <class Result, class At, class Op>
Result reduce_in_order(std::int64_t first, std::int64_t last, const At& at, const Op& op) {
  Result total = at(first);
  for (std::int64_t i = first + 1; i < last; ++i) total = op(std::move(total), at(i));
  return total;
}

// The same by eight interleaved totals, which do not wait for each other.
template <class Result, class At, class Op>
Result reduce_interleaved(std::int64_t first, std::int64_t last, const At& at, const Op& op) {
  constexpr std::int64_t ways = 8;
  if (last - first < 2 * ways) return reduce_in_order<Result>(first, last, at, op);
  std::array<Result, ways> totals{at(first),     at(first + 1), at(first + 2), at(first + 3),
                                  at(first + 4), at(first + 5), at(first + 6), at(first + 7)};
  std::int64_t i = first + ways;
  for (; i + ways <= last; i += ways) {
    for (std::size_t way = 0; way < ways; ++way) {
      totals[way] = op(std::move(totals[way]), at(i + static_cast<std::int64_t>(way)));
    }
  }
  for (std::size_t way = 1; way < ways; ++way) totals[0] = op(std::move(totals[0]), std::move(totals[way]));
  for (; i < last; ++i) totals[0] = op(std::move(totals[0]), at(i));
  return std::move(totals[0]);
}

template <class Result, class At, class Op>
Result reduce_part(std::int64_t first, std::int64_t last, const At& at, const Op& op) {
  if constexpr (is_commutative<Op>) {
    return reduce_interleaved<Result>(first, last, at, op);
  } else {
    return reduce_in_order<Result>(first, last, at, op);
  }
}

// Of values at(0) … at(count - 1), count > 0.
template <class Result, class At, class Op>
Result reduce_values(std::int64_t count, const At& at, const Op& op, int threads) {
  const std::int64_t size = cpu::custom_task_size(count);
  if (size >= count) return reduce_part<Result>(0, count, at, op);
  std::vector<std::optional<Result>> parts(static_cast<std::size_t>((count + size - 1) / size));
  cpu::for_each_task(static_cast<std::int64_t>(parts.size()), threads, [&](std::int64_t task) {
    const std::int64_t first = task * size;
    parts[static_cast<std::size_t>(task)] = reduce_part<Result>(first, std::min(first + size, count), at, op);
  });
  Result total = *std::move(parts[0]);
  for (std::size_t part = 1; part < parts.size(); ++part) total = op(std::move(total), *std::move(parts[part]));
  return total;
}

template <class Init, class At, class Op>
auto reduce_from(std::int64_t count, Init init, const At& at, const Op& op, int threads) {
  using Reduced = reduced_t<Op, std::invoke_result_t<const At&, std::int64_t>>;
  using Result = std::remove_cvref_t<std::invoke_result_t<const Op&, Init, Reduced>>;
  if (count == 0) return static_cast<Result>(std::move(init));
  return static_cast<Result>(op(std::move(init), reduce_values<Reduced>(count, at, op, threads)));
}

template <std::ranges::random_access_range Range>
std::int64_t size_of_range(const Range& values) {
  return static_cast<std::int64_t>(std::ranges::size(values));
}
template <std::ranges::random_access_range Range>
decltype(auto) at(const Range& values, std::int64_t i) {
  return std::ranges::begin(values)[static_cast<std::ranges::range_difference_t<const Range>>(i)];
}

void require_one_size(std::int64_t a, std::int64_t b);
// Throws error where options ask for an engine that runs kernels: a caller's operator is none.
void require_cpu(engine asked);

}  // namespace detail

template <std::ranges::random_access_range Range, class Init, class Op>
requires std::ranges::sized_range<Range> && operator_on<Op, std::ranges::range_value_t<Range>> &&
    std::invocable<const Op&, Init, detail::reduced_t<Op, std::ranges::range_value_t<Range>>>
auto reduce(const Range& values, Init init, const Op& op, const options& choice = {}) {
  detail::require_cpu(choice.engine);
  const auto at = [&](std::int64_t i) -> std::ranges::range_value_t<Range> { return detail::at(values, i); };
  return detail::reduce_from(detail::size_of_range(values), std::move(init), at, op, choice.threads);
}

template <std::ranges::random_access_range Range, class Op>
requires std::ranges::sized_range<Range> && operator_on<Op, std::ranges::range_value_t<Range>>
auto reduce(const Range& values, const Op& op, const options& choice = {}) {
  detail::require_cpu(choice.engine);
  using Value = std::ranges::range_value_t<Range>;
  if (detail::size_of_range(values) == 0) throw error("reduce of no values and no init");
  const auto at = [&](std::int64_t i) -> Value { return detail::at(values, i); };
  return detail::reduce_values<detail::reduced_t<Op, Value>>(detail::size_of_range(values), at, op, choice.threads);
}

template <std::ranges::random_access_range Range, class Init, class Op, class Transform>
requires std::ranges::sized_range<Range> &&
    std::invocable<const Transform&, std::ranges::range_reference_t<const Range>>
auto transform_reduce(const Range& values, Init init, const Op& op, const Transform& transform,
                      const options& choice = {}) {
  detail::require_cpu(choice.engine);
  const auto at = [&](std::int64_t i) { return transform(detail::at(values, i)); };
  return detail::reduce_from(detail::size_of_range(values), std::move(init), at, op, choice.threads);
}

template <std::ranges::random_access_range A, std::ranges::random_access_range B, class Init, class Op, class Transform>
requires std::ranges::sized_range<A> && std::ranges::sized_range<B> &&
    std::invocable<const Transform&, std::ranges::range_reference_t<const A>, std::ranges::range_reference_t<const B>>
auto transform_reduce(const A& a, const B& b, Init init, const Op& op, const Transform& transform,
                      const options& choice = {}) {
  detail::require_cpu(choice.engine);
  detail::require_one_size(detail::size_of_range(a), detail::size_of_range(b));
  const auto at = [&](std::int64_t i) { return transform(detail::at(a, i), detail::at(b, i)); };
  return detail::reduce_from(detail::size_of_range(a), std::move(init), at, op, choice.threads);
}

}  // namespace warpfold
