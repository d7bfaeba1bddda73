// A caller may have set flushing of subnormals, another rounding direction, or traps: sums must come out the same, and
// the mode must come back.
#include "warpfold/reduce/cpu/exact_environment.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "test/reduce/exact/oracle.hpp"
#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_moments.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"

#ifdef __SSE2__
#include <xmmintrin.h>

namespace warpfold {
namespace {

using oracle::same;

// Data that each mode would spoil.
template <class T>
std::vector<T> data() {
  std::vector<T> values;
  for (int i = 0; i < 1000; ++i) {
    values.push_back(static_cast<T>(i % 7 == 0 ? 0x1p-149f * static_cast<float>(i) : 1.1f));
    values.push_back(static_cast<T>(-1.1f + static_cast<float>(i) * 0x1p-20f));
  }
  return values;
}

// All results of every front end. Only they run in the mode: comparing and converting waits.
template <class T>
std::vector<T> results(const std::vector<T>& values) {
  exact::sum<T> sum;
  sum.add(values.data(), values.size());
  exact::sum<T> magnitudes;
  magnitudes.add_magnitudes(values.data(), values.size());
  exact::dot<T> dot;
  dot.add(values.data(), values.data() + 1, values.size() - 1);
  exact::dot<T> squares;
  squares.add_squares(values.data(), values.size());
  exact::moments<T> moments;
  moments.add(values.data(), values.size());
  return {sum.round(),
          sum.mean(7),
          magnitudes.round(),
          dot.round(),
          squares.round(),
          squares.norm(),
          moments.variance(values.size(), 1),
          moments.standard_deviation(values.size(), 0)};
}

template <class T>
void expect_the_same_in_every_mode() {
  const unsigned usual = _mm_getcsr();
  const std::vector<T> values = data<T>();
  const std::vector<T> expected = results(values);
  // Flush to zero, denormals are zero, both; rounding down, up, towards zero; everything; traps on.
  for (const unsigned mode : {0x9f80u, 0x1fc0u, 0x9fc0u, 0x3f80u, 0x5f80u, 0x7f80u, 0xffc0u, 0x0000u}) {
    _mm_setcsr(mode);
    const std::vector<T> found = results(values);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(usual);
    EXPECT_EQ(after & ~0x3fu, mode & ~0x3fu);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(same(found[i], expected[i])) << std::hex << mode;
  }
}

TEST(exact_environment, float16) {
  expect_the_same_in_every_mode<float16>();
}
TEST(exact_environment, bfloat16) {
  expect_the_same_in_every_mode<bfloat16>();
}
TEST(exact_environment, float32) {
  expect_the_same_in_every_mode<float>();
}
TEST(exact_environment, float64) {
  expect_the_same_in_every_mode<double>();
}

}  // namespace
}  // namespace warpfold
#endif
