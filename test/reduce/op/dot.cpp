// The fast dot product: within its stated bound of the exact one.
#include <gtest/gtest.h>

#include <cmath>

#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"

namespace warpfold::test {
namespace {

template <class T>
void check_bound(kind of, std::size_t count) {
  const std::vector<T> a = values<T>(of, count, 1);
  const std::vector<T> b = values<T>(of, count, 2);
  mpq_class exact = 0;
  mpq_class magnitudes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const mpq_class product = mpq_class(static_cast<double>(a[i])) * mpq_class(static_cast<double>(b[i]));
    exact += product;
    magnitudes += abs(product);
  }
  const double levels = std::max(0.0, std::ceil(std::log2(static_cast<double>(count) / 4096)));
  const mpq_class slack = magnitudes * mpq_class(256 + 5 + levels) * oracle::power_of_two(-53);
  const T found =
      reduce(op::dot, view_of_vector(a), view_of_vector(b), {.accuracy = accuracy::fast}).values[0].template as<T>();
  EXPECT_LE(static_cast<double>(oracle::round<T>(exact - slack)), static_cast<double>(found));
  EXPECT_LE(static_cast<double>(found), static_cast<double>(oracle::round<T>(exact + slack)));
}

TEST(fast_dot, keeps_its_bound) {
  for (const std::size_t count : {1u, 7u, 64u, 1000u, 4097u, 20'000u}) {
    for (const kind of : {kind::small, kind::near_one}) {
      check_bound<float16>(of, count);
      check_bound<bfloat16>(of, count);
      check_bound<float>(of, count);
      check_bound<double>(of, count);
    }
  }
}

}  // namespace
}  // namespace warpfold::test
