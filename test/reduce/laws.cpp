// The laws that operators claim, for every operator and dtype: what is called associative or commutative gives the same
// result to the last bit however it is grouped, or ordered. And absorb, the definition, agrees with the engine.
#include <gtest/gtest.h>

#include <random>

#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/reduce/operators.hpp"

namespace warpfold::test {
namespace {

template <class Op>
constexpr bool takes_two = requires(const Op& op, typename Op::state& state, typename Op::element_type x) {
  op.absorb(state, x, x, 0);
};

template <class Op, class T>
typename Op::state state_of(const Op& op, const std::vector<T>& values, std::size_t first, std::size_t last) {
  auto state = op.identity();
  for (std::size_t i = first; i < last; ++i) {
    const T value = values[i];
    if constexpr (takes_two<Op>) {
      op.absorb(state, value, value, static_cast<std::int64_t>(i));
    } else {
      op.absorb(state, value, static_cast<std::int64_t>(i));
    }
  }
  return state;
}

template <class Op>
auto finished(const Op& op, const typename Op::state& state, std::size_t count) {
  using R = typename Op::result_type;
  if constexpr (requires {
                  typename R::value_type;
                  std::tuple_size<R>::value;
                }) {
    return op.template finish<typename R::value_type>(state, static_cast<std::int64_t>(count));
  } else {
    return op.template finish<R>(state, static_cast<std::int64_t>(count));
  }
}

template <class R>
bool same_result(const R& a, const R& b) {
  if constexpr (requires { a.begin(); }) {
    return std::equal(a.begin(), a.end(), b.begin(), [](auto x, auto y) { return oracle::same(x, y); });
  } else {
    return oracle::same(a, b);
  }
}

template <class Op>
void check_laws(const char* name, const Op& op) {
  using T = typename Op::element_type;
  using R = typename Op::result_type;
  if constexpr (Op::template gives<R> || !element<R>) {
    std::mt19937_64 random(7);
    for (const kind of : {kind::small, kind::special, kind::anything}) {
      for (const std::size_t count : {3u, 10u, 40u}) {
        SCOPED_TRACE(testing::Message() << name << " of " << name_of(dtype_of<T>));
        std::vector<T> numbers = values<T>(of, count, random());
        const std::size_t a = random() % (count + 1);
        const std::size_t b = a + random() % (count - a + 1);
        std::array parts{state_of(op, numbers, 0, a), state_of(op, numbers, a, b), state_of(op, numbers, b, count)};

        auto left = parts[0];
        op.combine(left, parts[1]);
        op.combine(left, parts[2]);
        auto right = parts[1];
        op.combine(right, parts[2]);
        auto grouped_right = parts[0];
        op.combine(grouped_right, right);
        auto around_identity = op.identity();
        op.combine(around_identity, left);
        op.combine(around_identity, op.identity());
        const auto expected = finished(op, left, count);
        EXPECT_TRUE(same_result(expected, finished(op, around_identity, count))) << "identity";
        if (!Op::laws.associative) continue;
        EXPECT_TRUE(same_result(expected, finished(op, grouped_right, count))) << "associative";
        EXPECT_TRUE(same_result(expected, finished(op, state_of(op, numbers, 0, count), count))) << "absorbing";
        if (!Op::laws.commutative) continue;
        auto backwards = parts[2];
        op.combine(backwards, parts[1]);
        op.combine(backwards, parts[0]);
        EXPECT_TRUE(same_result(expected, finished(op, backwards, count))) << "commutative";
      }
    }
  }
}

template <element T>
void check_operators(const options& choice) {
  const auto check = [](const char* name) { return [name](const auto& op) { check_laws(name, op); }; };
#define WARPFOLD_OP(name, inputs, summary)                                       \
  if constexpr (requires { operators::with_##name<T>(choice, check(#name)); }) { \
    operators::with_##name<T>(choice, check(#name));                             \
  }
#include "warpfold/reduce/ops.def"
}

void check_dtypes(const options& choice) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) check_operators<cpp_type>(choice);
#include "warpfold/base/dtypes.def"
}

TEST(laws, hold_by_default) {
  check_dtypes({.overflow = overflow::wrap});
}
TEST(laws, hold_when_skipping_nan) {
  check_operators<float>({.nan = nan_mode::skip, .overflow = overflow::wrap});
  check_operators<float16>({.nan = nan_mode::skip, .overflow = overflow::wrap});
}
TEST(laws, hold_for_fast_operators) {
  check_operators<float>({.accuracy = accuracy::fast, .overflow = overflow::wrap});
  check_operators<double>({.accuracy = accuracy::fast, .overflow = overflow::wrap});
}
TEST(laws, hold_for_norms) {
  check_dtypes({.overflow = overflow::wrap, .order = norm_order::one});
  check_dtypes({.overflow = overflow::wrap, .order = norm_order::infinity});
}

}  // namespace
}  // namespace warpfold::test
