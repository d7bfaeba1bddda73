// Arrays large enough for threads: every operator and dtype gives the same bits by one thread and by several, whole, in
// pieces and with strides.
#include <gtest/gtest.h>

#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"

namespace warpfold::test {
namespace {

bool same(const result& a, const result& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const scalar& x, const scalar& y) { return to_string(x) == to_string(y); });
}

std::optional<result> reduced_or_error(op operation, const array_view& array, const options& choice) {
  try {
    return inputs_of(operation) == 2 ? reduce(operation, array, array, choice) : reduce(operation, array, choice);
  } catch (const error&) {
    return {};
  }
}

template <element T>
void check_threads(op operation) {
  const bool slow = operation == op::logsumexp || operation == op::prod;
  const std::size_t count = (slow ? 1'100'000 : 3'300'000) / sizeof(T) + 17;
  const auto numbers = std::make_unique<T[]>(2 * count);
  const std::vector<T> drawn = values<T>(kind::small, 2 * count);
  std::copy(drawn.begin(), drawn.end(), numbers.get());
  const auto size = static_cast<std::int64_t>(sizeof(T));
  const array_view whole(dtype_of<T>, numbers.get(), {static_cast<std::int64_t>(count)});
  const array_view strided(dtype_of<T>, numbers.get(), {2, static_cast<std::int64_t>(count / 2)}, {size, 2 * size});
  for (const array_view& array : {whole, strided}) {
    SCOPED_TRACE(testing::Message() << name_of(operation) << " of " << name_of(dtype_of<T>));
    const auto alone = reduced_or_error(operation, array, {.overflow = overflow::wrap, .threads = 1});
    for (const int threads : {2, 3, 4}) {
      const auto together = reduced_or_error(operation, array, {.overflow = overflow::wrap, .threads = threads});
      ASSERT_EQ(alone.has_value(), together.has_value());
      if (alone) {
        EXPECT_TRUE(same(*alone, *together)) << to_string(alone->values[0]) << ' ' << to_string(together->values[0]);
      }
    }
  }
}

TEST(threads, do_not_change_results) {
#define WARPFOLD_OP(name, inputs, summary) \
  check_threads<float>(op::name);          \
  check_threads<double>(op::name);         \
  check_threads<std::int32_t>(op::name);   \
  check_threads<std::uint8_t>(op::name);   \
  check_threads<float16>(op::name);        \
  check_threads<std::complex<float>>(op::name);
#include "warpfold/reduce/ops.def"
}

// The place that decides lies in a task in the middle, and again later.
TEST(threads, find_the_first) {
  std::vector<float> values(3'000'000, 1);
  values[1'500'001] = std::numeric_limits<float>::quiet_NaN();
  values[2'900'000] = std::numeric_limits<float>::quiet_NaN();
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(reduced<std::int64_t>(op::argmin, values, {.threads = 4}), 1'500'001);
    EXPECT_EQ(reduced<std::int64_t>(op::argmax, values, {.threads = 3}), 1'500'001);
    EXPECT_EQ(reduced<bool>(op::all, values, {.threads = 4}), true);
  }
  values[2'000'000] = 0;
  EXPECT_EQ(reduced<bool>(op::all, values, {.threads = 4}), false);
}

}  // namespace
}  // namespace warpfold::test
