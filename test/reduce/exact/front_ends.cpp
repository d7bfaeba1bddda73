// The CPU's front ends against the oracle: every type, kind of data, length, alignment, cut and instruction set.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "test/reduce/exact/data.hpp"
#include "test/reduce/exact/oracle.hpp"
#include "test/reduce/instruction_set.hpp"
#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_moments.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"

namespace warpfold {
namespace {

using oracle::generator;
using oracle::kind;
using oracle::same;

// How many times as many random cases to try; nightly runs set it.
long effort() {
  const char* text = std::getenv("WARPFOLD_TEST_EFFORT");
  return text == nullptr ? 1 : std::max(1L, std::atol(text));
}

void use_best_instruction_set() {
  use_instruction_sets(0);
}

template <class T>
class front_ends : public testing::Test {};
struct names {
  template <class T>
  static std::string GetName(int) {
    return std::string(name_of(dtype_of<T>));
  }
};
using types = testing::Types<float16, bfloat16, float, double>;
TYPED_TEST_SUITE(front_ends, types, names);

template <class T>
double wide(T value) {
  return static_cast<double>(value);
}
template <class T>
oracle::total sum_of(const std::vector<T>& values) {
  oracle::total truth;
  for (const T value : values) truth.add(wide(value));
  return truth;
}
template <class T>
oracle::total products_of(const std::vector<T>& a, const std::vector<T>& b) {
  oracle::total truth;
  for (std::size_t i = 0; i < a.size(); ++i) truth.add_product(wide(a[i]), wide(b[i]));
  return truth;
}

// A copy of the values at an address that is `offset` bytes past a boundary.
template <class T>
class placed {
 public:
  placed(const std::vector<T>& values, std::size_t offset) : bytes_(values.size() * sizeof(T) + 64 + offset) {
    first_ = bytes_.data() + (64 - reinterpret_cast<std::uintptr_t>(bytes_.data()) % 64) % 64 + offset;
    if (!values.empty()) std::memcpy(first_, values.data(), values.size() * sizeof(T));
  }
  const unsigned char* from(std::size_t index) const { return first_ + index * sizeof(T); }

 private:
  std::vector<unsigned char> bytes_;
  unsigned char* first_;
};

// Adds the values in random pieces to several objects, and merges those in random order.
template <class Summand, class Add>
Summand in_pieces(std::size_t count, std::mt19937_64& random, Add add) {
  std::vector<Summand> parts(1 + random() % 3);
  for (std::size_t begin = 0; begin < count;) {
    const std::size_t size =
        std::min<std::size_t>(count - begin, 1 + random() % (1 + (random() % 2 == 0 ? 10 : count)));
    add(parts[random() % parts.size()], begin, size);
    begin += size;
  }
  std::shuffle(parts.begin(), parts.end(), random);
  Summand whole;
  for (const Summand& part : parts) whole.merge(part);
  return whole;
}

std::size_t random_length(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return random() % 4;
    case 1:
    case 2:
    case 3:
      return random() % 100;
    case 4:
    case 5:
      return random() % 1000;
    case 6:
      return random() % 5000;
    default:
      return random() % 20000;
  }
}

TYPED_TEST(front_ends, sums_of_random_data) {
  using T = TypeParam;
  for (long round = 0; round < 40 * effort(); ++round) {
    for (int k = 0; k < static_cast<int>(kind::last); ++k) {
      generator<T> data(1000003 * static_cast<std::uint64_t>(round) + static_cast<std::uint64_t>(k));
      const std::size_t count = random_length(data.random());
      const std::vector<T> values =
          round % 2 == 0 ? data.draw(static_cast<kind>(k), count) : data.draw_cancelling(static_cast<kind>(k), count);
      const placed<T> at(values, data.below(64));
      const oracle::total truth = sum_of(values);
      exact::sum<T> at_once;
      at_once.add(at.from(0), count);
      ASSERT_TRUE(same(at_once.round(), truth.sum<T>()))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(at_once.round()) << " for "
          << wide(truth.sum<T>());
      ASSERT_TRUE(same(at_once.value().template round<T>(), truth.sum<T>()));
      ASSERT_TRUE(same(at_once.mean(count), truth.mean<T>(count)))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(at_once.mean(count)) << " for "
          << wide(truth.mean<T>(count));
      ASSERT_TRUE(same(at_once.template round<double>(), truth.sum<double>()));
      ASSERT_TRUE(same(at_once.template round<float16>(), truth.sum<float16>()));
      const auto pieces = in_pieces<exact::sum<T>>(
          count, data.random(),
          [&](auto& part, std::size_t begin, std::size_t size) { part.add(at.from(begin), size); });
      ASSERT_TRUE(same(pieces.round(), truth.sum<T>()))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(pieces.round()) << " for "
          << wide(truth.sum<T>());
    }
  }
}

TYPED_TEST(front_ends, magnitudes_of_random_data) {
  using T = TypeParam;
  for (long round = 0; round < 10 * effort(); ++round) {
    for (int k = 0; k < static_cast<int>(kind::last); ++k) {
      generator<T> data(2000003 * static_cast<std::uint64_t>(round) + static_cast<std::uint64_t>(k));
      const std::size_t count = random_length(data.random());
      const std::vector<T> values = data.draw(static_cast<kind>(k), count);
      oracle::total truth;
      for (const T value : values) truth.add(std::abs(wide(value)));
      exact::sum<T> result;
      result.add_magnitudes(values.data(), count);
      ASSERT_TRUE(same(result.round(), truth.sum<T>())) << "round " << round << " kind " << k << " count " << count;
    }
  }
}

TYPED_TEST(front_ends, products_of_random_data) {
  using T = TypeParam;
  for (long round = 0; round < 20 * effort(); ++round) {
    for (int k = 0; k < static_cast<int>(kind::last); ++k) {
      generator<T> data(3000003 * static_cast<std::uint64_t>(round) + static_cast<std::uint64_t>(k));
      const std::size_t count = random_length(data.random());
      const auto k_b =
          round % 3 == 0 ? static_cast<kind>(data.below(static_cast<int>(kind::last))) : static_cast<kind>(k);
      const std::vector<T> a = data.draw(static_cast<kind>(k), count);
      const std::vector<T> b = round % 2 == 0 ? data.draw(k_b, count) : data.draw_cancelling(k_b, count);
      const placed<T> at_a(a, data.below(64));
      const placed<T> at_b(b, data.below(64));
      const oracle::total truth = products_of(a, b);
      exact::dot<T> at_once;
      at_once.add(at_a.from(0), at_b.from(0), count);
      ASSERT_TRUE(same(at_once.round(), truth.sum<T>()))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(at_once.round()) << " for "
          << wide(truth.sum<T>());
      const auto pieces = in_pieces<exact::dot<T>>(
          count, data.random(),
          [&](auto& part, std::size_t begin, std::size_t size) { part.add(at_a.from(begin), at_b.from(begin), size); });
      ASSERT_TRUE(same(pieces.round(), truth.sum<T>())) << "round " << round << " kind " << k << " count " << count;
      exact::dot<T> squares;
      squares.add_squares(at_a.from(0), count);
      const oracle::total squares_truth = products_of(a, a);
      ASSERT_TRUE(same(squares.round(), squares_truth.sum<T>()))
          << "round " << round << " kind " << k << " count " << count;
      ASSERT_TRUE(same(squares.norm(), squares_truth.norm<T>()))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(squares.norm()) << " for "
          << wide(squares_truth.norm<T>());
    }
  }
}

TYPED_TEST(front_ends, moments_of_random_data) {
  using T = TypeParam;
  for (long round = 0; round < 10 * effort(); ++round) {
    for (int k = 0; k < static_cast<int>(kind::last); ++k) {
      generator<T> data(4000003 * static_cast<std::uint64_t>(round) + static_cast<std::uint64_t>(k));
      const std::size_t count = random_length(data.random());
      std::vector<T> values = data.draw(static_cast<kind>(k), count);
      if (round % 3 == 0)
        std::fill(values.begin(), values.end(), values.empty() ? T{} : values[0]);  // no variance at all
      const auto ddof = static_cast<std::int64_t>(data.below(3));
      exact::moments<T> result = in_pieces<exact::moments<T>>(
          count, data.random(),
          [&](auto& part, std::size_t begin, std::size_t size) { part.add(values.data() + begin, size); });
      const oracle::total sum = sum_of(values);
      const auto n = static_cast<std::int64_t>(count);
      if (n - ddof <= 0 || !sum.finite()) {
        ASSERT_TRUE(std::isnan(wide(result.variance(count, ddof))));
        ASSERT_TRUE(std::isnan(wide(result.standard_deviation(count, ddof))));
        continue;
      }
      const mpq_class truth = oracle::variance(sum, products_of(values, values), n, ddof);
      ASSERT_TRUE(same(result.variance(count, ddof), oracle::round<T>(truth)))
          << "round " << round << " kind " << k << " count " << count << ": " << wide(result.variance(count, ddof))
          << " for " << wide(oracle::round<T>(truth));
      ASSERT_TRUE(same(result.standard_deviation(count, ddof), oracle::round_square_root<T>(truth)))
          << "round " << round << " kind " << k << " count " << count;
      ASSERT_TRUE(same(result.template variance<double>(count, ddof), oracle::round<double>(truth)));
    }
  }
}

TYPED_TEST(front_ends, every_instruction_set_gives_the_same_bits) {
  using T = TypeParam;
  for (const std::int64_t set : instruction_sets()) {
    use_instruction_sets(set);
    for (long round = 0; round < 8 * effort(); ++round) {
      for (int k = 0; k < static_cast<int>(kind::last); ++k) {
        generator<T> data(5000003 * static_cast<std::uint64_t>(round) + static_cast<std::uint64_t>(k));
        const std::size_t count = random_length(data.random());
        const std::vector<T> a = data.draw(static_cast<kind>(k), count);
        const std::vector<T> b = data.draw_cancelling(static_cast<kind>(k), count);
        exact::sum<T> sum;
        sum.add(b.data(), count);
        exact::dot<T> dot;
        dot.add(a.data(), b.data(), count);
        const oracle::total sum_truth = sum_of(b);
        const oracle::total dot_truth = products_of(a, b);
        EXPECT_TRUE(same(sum.round(), sum_truth.sum<T>()))
            << hwy::TargetName(set) << " round " << round << " kind " << k << " count " << count;
        EXPECT_TRUE(same(dot.round(), dot_truth.sum<T>()))
            << hwy::TargetName(set) << " round " << round << " kind " << k << " count " << count;
        if (testing::Test::HasFailure()) return use_best_instruction_set();
      }
    }
  }
  use_best_instruction_set();
}

// Rounded to a level's unit, equal terms all leave the same behind, on the same side: so much as there can be.
TYPED_TEST(front_ends, equal_terms_fill_no_level) {
  using T = TypeParam;
  constexpr std::size_t count = 5000;
  for (const std::int64_t set : instruction_sets()) {
    use_instruction_sets(set);
    for (int hundredths = 1; hundredths <= 100; ++hundredths) {
      const T value = oracle::narrow<T>(hundredths / 100.0);
      const std::vector<T> values(count, value);
      oracle::total truth = products_of(std::vector<T>{value}, std::vector<T>{value});
      truth.units *= static_cast<unsigned long>(count);
      exact::dot<T> dot;
      dot.add(values.data(), values.data(), count);
      exact::dot<T> squares;
      squares.add_squares(values.data(), count);
      EXPECT_TRUE(same(dot.round(), truth.sum<T>())) << hwy::TargetName(set) << ' ' << hundredths;
      EXPECT_TRUE(same(squares.round(), truth.sum<T>())) << hwy::TargetName(set) << ' ' << hundredths;
    }
  }
  use_best_instruction_set();
}

// Wide enough for bins, and so long and so much of one exponent that a bin must be emptied on the way.
TYPED_TEST(front_ends, bins_are_emptied_before_they_are_full) {
  using T = TypeParam;
  if (sizeof(T) == 2) GTEST_SKIP() << "windows take these";
  const std::size_t count = std::size_t{5} << 20;
  std::vector<T> values(count, oracle::narrow<T>(-0x1.fffffep0));
  oracle::total truth = sum_of(std::vector<T>{values[0]});
  truth.units *= static_cast<unsigned long>(count - 4 * (count / 64));
  for (std::size_t i = 0; i + 64 <= count; i += 64) {
    values[i] = oracle::narrow<T>(0x1p100);
    values[i + 33] = oracle::narrow<T>(0x1p-100);
    values[i + 34] = oracle::narrow<T>(-0x1p-100);
    values[i + 63] = oracle::narrow<T>(-0x1p100);
  }
  for (const std::int64_t set : instruction_sets()) {
    use_instruction_sets(set);
    exact::sum<T> sum;
    sum.add(values.data(), count);
    EXPECT_TRUE(same(sum.round(), truth.sum<T>())) << hwy::TargetName(set);
  }
  use_best_instruction_set();
}

}  // namespace
}  // namespace warpfold
