// The fixed order, followed word for word by the simplest code: the engine must give its bits at every number of
// threads, whole and in pieces.
#include "warpfold/reduce/fixed_order.hpp"

#include <gtest/gtest.h>

#include <random>

#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/reduce/operators.hpp"

namespace warpfold::test {
namespace {

template <class Op>
void absorb(const Op& op, typename Op::state& state, typename Op::element_type value) {
  if constexpr (requires { op.absorb(state, value, value, 0); }) {
    op.absorb(state, value, value, 0);
  } else {
    op.absorb(state, value, 0);
  }
}

template <class Op, class T>
typename Op::state block(const Op& op, const std::vector<T>& values, std::size_t first, std::size_t last) {
  const std::size_t count = std::is_same_v<typename Op::state, double> ? 512 : 32;
  std::vector<typename Op::state> lanes(count, op.identity());
  for (std::size_t i = first; i < last; ++i) absorb(op, lanes[(i - first) % count], values[i]);
  for (std::size_t distance = count / 2; distance > 0; distance /= 2) {
    for (std::size_t lane = 0; lane < distance; ++lane) op.combine(lanes[lane], lanes[lane + distance]);
  }
  return lanes[0];
}

// Of blocks [first, last): the greatest power of two of them, combined with the rest.
template <class Op>
typename Op::state tree(const Op& op, const std::vector<typename Op::state>& blocks, std::size_t first,
                        std::size_t last) {
  if (last - first == 1) return blocks[first];
  std::size_t half = 1;
  while (2 * half < last - first) half *= 2;
  auto left = tree(op, blocks, first, first + half);
  op.combine(left, tree(op, blocks, first + half, last));
  return left;
}

template <class Op>
void check_order(op operation, const Op& op, kind of, std::size_t count, const options& choice) {
  using T = typename Op::element_type;
  if constexpr (!Op::laws.associative && Op::template gives<typename Op::result_type>) {
    const std::vector<T> numbers = values<T>(of, count);
    std::vector<typename Op::state> blocks;
    for (std::size_t first = 0; first < count; first += 2048) {
      blocks.push_back(block(op, numbers, first, std::min(count, first + 2048)));
    }
    using R = typename Op::result_type;
    const R expected = op.template finish<R>(tree(op, blocks, 0, blocks.size()), static_cast<std::int64_t>(count));
    SCOPED_TRACE(testing::Message() << name_of(operation) << " of " << count << ' ' << name_of(dtype_of<T>));
    const array_view whole = view_of_vector(numbers);
    for (const int threads : {1, 2, 3, 4}) {
      options threaded = choice;
      threaded.threads = threads;
      const result found =
          inputs_of(operation) == 2 ? reduce(operation, whole, whole, threaded) : reduce(operation, whole, threaded);
      EXPECT_TRUE(same_bits(found.values[0].template as<R>(), expected)) << threads << " threads";

      reduction pieces(operation, dtype_of<T>, threaded);
      std::mt19937_64 random(count);
      for (std::size_t first = 0; first < count;) {
        const std::size_t size = std::min<std::size_t>(count - first, 1 + random() % count);
        const array_view piece(dtype_of<T>, numbers.data() + first, {static_cast<std::int64_t>(size)});
        inputs_of(operation) == 2 ? pieces.add(piece, piece) : pieces.add(piece);
        first += size;
      }
      EXPECT_TRUE(same_bits(pieces.finish().values[0].template as<R>(), expected)) << threads << " threads, pieces";
    }
  }
}

template <element T>
void check_operators(const options& choice, std::size_t count) {
#define WARPFOLD_OP(name, inputs, summary)                                                           \
  if constexpr (requires(const options& o) { operators::with_##name<T>(o, [](const auto&) {}); }) {  \
    operators::with_##name<T>(choice, [&](const auto& op) {                                          \
      check_order(op::name, op, op::name == op::prod ? kind::near_one : kind::small, count, choice); \
    });                                                                                              \
  }
#include "warpfold/reduce/ops.def"
}

TEST(fixed_order, is_what_it_says) {
  for (const std::size_t count :
       {1u, 31u, 32u, 100u, 511u, 513u, 1500u, 2047u, 2048u, 2049u, 3 * 2048u, 5 * 2048u + 17, 13 * 2048u}) {
    check_operators<float>({}, count);
    check_operators<double>({}, count);
    check_operators<std::complex<float>>({.order = norm_order::one}, count);
    check_operators<float16>({.accuracy = accuracy::fast}, count);
    check_operators<bfloat16>({.accuracy = accuracy::fast}, count);
    check_operators<float>({.accuracy = accuracy::fast}, count);
    check_operators<double>({.accuracy = accuracy::fast, .order = norm_order::one}, count);
    check_operators<double>({.accuracy = accuracy::fast}, count);
    check_operators<std::complex<double>>({.accuracy = accuracy::fast}, count);
  }
}

// Enough for several tasks and threads, and for pieces that start and end within a task.
TEST(fixed_order, is_kept_by_threads) {
  check_operators<double>({.accuracy = accuracy::fast}, 1'234'567);
  check_operators<float>({}, 400'000);
}

}  // namespace
}  // namespace warpfold::test
