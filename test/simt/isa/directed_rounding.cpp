// Every direction of rounding against the host's own arithmetic in that direction.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <random>

#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::test {
namespace {

struct direction {
  const char* modifier;
  int mode;
};
constexpr direction directions[] = {
    {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

// The host computes in the mode; volatile keeps the compiler from computing earlier or later.
template <class T>
T on_host(int mode, const std::string& verb, T x, T y, T z) {
  volatile T a = x, b = y, c = z;
  std::fesetround(mode);
  volatile T result{};
  if (verb == "add") result = a + b;
  if (verb == "sub") result = a - b;
  if (verb == "mul") result = a * b;
  if (verb == "div") result = a / b;
  if (verb == "fma") result = std::fma(a, b, c);
  if (verb == "sqrt") result = std::sqrt(a);
  if (verb == "rcp") result = T{1} / a;
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T, class Bits>
void sweep(const std::string& type, const std::string& verb, int operands) {
  std::mt19937_64 random(7);
  const std::string list = operands == 1 ? " d, a;" : operands == 2 ? " d, a, b;" : " d, a, b, c;";
  for (const direction& each : directions) {
    straight_line program(".reg ." + type + " a, b, c, d; " + verb + "." + each.modifier + "." + type + list);
    for (int round = 0; round < 60; ++round) {
      Bits values[3][lanes_per_warp];
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        for (int n = 0; n < 3; ++n) {
          Bits bits = static_cast<Bits>(random());
          // Half of them near 1, so that sums cancel; the others anywhere, also subnormal, infinite and NaN.
          if (random() % 2 == 0)
            bits =
                std::bit_cast<Bits>(static_cast<T>(1) + static_cast<T>(static_cast<int>(random() % 2000) - 1000) / 3);
          values[n][lane] = bits;
          program.set(std::string(1, static_cast<char>('a' + n)), lane, bits);
        }
      }
      program.run();
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        const T a = std::bit_cast<T>(values[0][lane]), b = std::bit_cast<T>(values[1][lane]),
                c = std::bit_cast<T>(values[2][lane]);
        const T expected = on_host(each.mode, verb, a, b, c);
        const T computed = std::bit_cast<T>(static_cast<Bits>(program.get("d", lane)));
        if (std::isnan(expected)) {
          EXPECT_TRUE(std::isnan(computed));
        } else {
          EXPECT_EQ(std::bit_cast<Bits>(computed), std::bit_cast<Bits>(expected))
              << verb << "." << each.modifier << "." << type << " of " << a << " " << b << " " << c;
        }
      }
    }
  }
}

TEST(directed_rounding, f32) {
  for (const char* verb : {"add", "sub", "mul", "div"}) sweep<float, std::uint32_t>("f32", verb, 2);
  for (const char* verb : {"sqrt", "rcp"}) sweep<float, std::uint32_t>("f32", verb, 1);
  sweep<float, std::uint32_t>("f32", "fma", 3);
}

TEST(directed_rounding, f64) {
  for (const char* verb : {"add", "sub", "mul", "div"}) sweep<double, std::uint64_t>("f64", verb, 2);
  for (const char* verb : {"sqrt", "rcp"}) sweep<double, std::uint64_t>("f64", verb, 1);
  sweep<double, std::uint64_t>("f64", "fma", 3);
}

}  // namespace
}  // namespace warpfold::simt::test
