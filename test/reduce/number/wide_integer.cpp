#include "warpfold/reduce/number/wide_integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>

namespace warpfold::test {
namespace {

mpz_class exact(const int192& value) {
  const auto upper = static_cast<long>(value.high >> 64);
  const auto middle = static_cast<unsigned long>(value.high);
  return (mpz_class(upper) << 128) + (mpz_class(middle) << 64) + mpz_class(static_cast<unsigned long>(value.low));
}

int192 random_integer(std::mt19937_64& random) {
  int192 value;
  value.low = random();
  value.high = static_cast<int128>(random()) << 64 | random();
  value.high >>= random() % 128;
  if (random() % 4 == 0) value.low = random() % 2 == 0 ? 0 : UINT64_MAX;
  return value;
}

TEST(int192, adds_negates_and_prints_exactly) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    int192 a = random_integer(random);
    int192 b = random_integer(random);
    a.high >>= 1;
    b.high >>= 1;
    EXPECT_EQ(to_string(a), exact(a).get_str());
    EXPECT_EQ(exact(a.negated()), -exact(a));
    EXPECT_EQ(exact(a.magnitude()), abs(exact(a)));
    EXPECT_EQ(a.fits_int128(), exact(a) >= -(mpz_class(1) << 127) && exact(a) < (mpz_class(1) << 127));
    const mpz_class sum = exact(a) + exact(b);
    a += b;
    EXPECT_EQ(exact(a), sum);
  }
  EXPECT_EQ(to_string(int192(0)), "0");
  EXPECT_EQ(to_string(int192(-1'000'000'000)), "-1000000000");
}

}  // namespace
}  // namespace warpfold::test
