// Exact sums that are saved and merged: the same bytes for the same elements, whoever summed them, the result of all of
// them, and an error for anything that was not saved.
#include "warpfold/reduce/saved_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"

namespace warpfold::test {
namespace {

using bytes = std::vector<std::byte>;

// Sums of elements, for dot of products with themselves.
template <element T>
reduction over(op operation, const std::vector<T>& elements, const options& choice = {}) {
  reduction gathered(operation, dtype_of<T>, choice);
  const array_view view = view_of_vector(elements);
  if (inputs_of(operation) == 2) {
    gathered.add(view, view);
  } else {
    gathered.add(view);
  }
  return gathered;
}

std::string refusal(const bytes& saved) {
  try {
    decode(saved);
  } catch (const error& cause) {
    return cause.what();
  }
  return {};
}

constexpr op with_sums[] = {op::sum, op::mean, op::dot, op::norm, op::var, op::std};

template <element T>
bool has_sums(op operation) {
  try {
    reduction(operation, dtype_of<T>).save();
    return true;
  } catch (const error&) {
    return false;
  }
}

// What two parts have saved, merged, is what the whole saves and gives; so are the parts the other way about.
template <element T>
void check_merging() {
  for (const op operation : with_sums) {
    if (!has_sums<T>(operation)) continue;
    for (const kind of : {kind::small, kind::anything, kind::special}) {
      SCOPED_TRACE(testing::Message() << name_of(operation) << " of " << name_of(dtype_of<T>) << ", kind "
                                      << static_cast<int>(of));
      const std::vector<T> all = values<T>(of, 3000);
      const std::vector<T> first(all.begin(), all.begin() + 1234);
      const std::vector<T> second(all.begin() + 1234, all.end());
      const reduction whole = over(operation, all, {.overflow = overflow::wrap});
      reduction merged(operation, dtype_of<T>, {.overflow = overflow::wrap});
      merged.merge(over(operation, second).save());
      merged.merge(over(operation, first).save());
      EXPECT_EQ(merged.save(), whole.save());
      const auto value = [](const reduction& done) { return to_string(done.finish().values[0]); };
      EXPECT_EQ(value(merged), value(whole));
    }
  }
}

TEST(saved_sums, merge_to_the_whole) {
  check_merging<std::int8_t>();
  check_merging<std::uint64_t>();
  check_merging<float16>();
  check_merging<bfloat16>();
  check_merging<float>();
  check_merging<double>();
  check_merging<std::complex<float>>();
  check_merging<std::complex<double>>();
}

TEST(saved_sums, are_the_same_in_any_order_and_on_any_engine) {
  std::mt19937_64 random(1);
  for (const kind of : {kind::anything, kind::near_one, kind::special}) {
    std::vector<float> elements = values<float>(of, 5000);
    for (const op operation : with_sums) {
      const bytes expected = over(operation, elements).save();
      EXPECT_EQ(over(operation, elements, {.threads = 1}).save(), expected);
      std::shuffle(elements.begin(), elements.end(), random);
      EXPECT_EQ(over(operation, elements).save(), expected);
      if (!kernel_target().empty()) {
        EXPECT_EQ(over(operation, elements, {.engine = engine::simt}).save(), expected);
      }
    }
  }
}

TEST(saved_sums, know_what_was_left_out) {
  const std::vector<double> elements = {1, std::nan(""), 2, 4};
  reduction kept(op::mean, dtype::float64, {.nan = nan_mode::skip});
  kept.merge(over(op::mean, elements, {.nan = nan_mode::skip}).save());
  EXPECT_EQ(decode(kept.save()).count, 3);
  kept.merge(over(op::sum, std::vector<double>{9}).save());
  EXPECT_EQ(kept.finish().values[0].as<double>(), 4);
}

TEST(saved_sums, keep_zeros_apart) {
  const auto sum = [](const std::vector<double>& elements) { return over(op::sum, elements).save(); };
  const auto merged = [](const bytes& a, const bytes& b) {
    reduction all(op::sum, dtype::float64);
    all.merge(a);
    all.merge(b);
    return all.finish().values[0].as<double>();
  };
  EXPECT_TRUE(std::signbit(merged(sum({}), sum({-0.0}))));
  EXPECT_TRUE(std::signbit(merged(sum({-0.0}), sum({-0.0}))));
  EXPECT_FALSE(std::signbit(merged(sum({}), sum({}))));
  EXPECT_FALSE(std::signbit(merged(sum({-0.0}), sum({0.0}))));
  EXPECT_FALSE(std::signbit(merged(sum({1, -1}), sum({-0.0}))));
}

// The layout that docs/exact.md describes, read by nothing of the code under test.
class layout {
 public:
  explicit layout(const bytes& file) : file_(file) {}
  std::uint64_t integer(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(file_[at + i]);
    return value;
  }
  std::string text(std::size_t at, std::size_t size) const {
    std::string found;
    for (std::size_t i = 0; i < size; ++i) found += static_cast<char>(file_[at + i]);
    return found;
  }
  mpz_class twos_complement(std::size_t at, std::size_t size) const {
    mpz_class value;
    mpz_import(value.get_mpz_t(), size, -1, 1, 0, 0, file_.data() + at);
    if ((file_[at + size - 1] & std::byte{0x80}) != std::byte{}) value -= mpz_class(1) << (8 * size);
    return value;
  }

 private:
  const bytes& file_;
};

TEST(saved_sums, are_bytes_as_documented) {
  const std::vector<double> elements = {-1.5, 0x1p-1074, -0x1p1000, 3e10};
  const bytes file = over(op::var, elements).save();
  const layout found(file);
  oracle::total sum, squares;
  for (const double each : elements) {
    sum.add(each);
    squares.add_product(each, each);
  }
  EXPECT_EQ(found.text(0, 8), "warpfold");
  EXPECT_EQ(found.integer(8, 4), 1u);
  EXPECT_EQ(found.integer(12, 4), 4u);
  EXPECT_EQ(found.text(16, 16), std::string("float64") + std::string(9, '\0'));
  EXPECT_EQ(found.integer(32, 8), 4u);
  EXPECT_EQ(found.integer(40, 4), 2u);
  EXPECT_EQ(found.twos_complement(44, 280) * oracle::power_of_two(-1088), sum.value());
  EXPECT_EQ(found.integer(324, 4), 2u);
  EXPECT_EQ(found.twos_complement(328, 552) * oracle::power_of_two(-2176), squares.value());
  EXPECT_EQ(file.size(), 884u);
}

TEST(saved_sums, of_other_things_are_refused) {
  const bytes doubles = over(op::sum, std::vector<double>{1, 2}).save();
  EXPECT_NO_THROW(reduction(op::mean, dtype::float64).merge(doubles));
  EXPECT_THROW(reduction(op::sum, dtype::float32).merge(doubles), error);
  EXPECT_THROW(reduction(op::norm, dtype::float64).merge(doubles), error);
  EXPECT_THROW(reduction(op::norm, dtype::float64, {.order = norm_order::one}).merge(doubles), error);
  EXPECT_THROW(reduction(op::dot, dtype::float64).merge(over(op::norm, std::vector<double>{1}).save()), error);
  EXPECT_THROW(reduction(op::max, dtype::float64).merge(doubles), error);
  EXPECT_THROW(reduction(op::sum, dtype::float64, {.accuracy = accuracy::fast}).merge(doubles), error);
  EXPECT_THROW(reduction(op::max, dtype::float64).save(), error);
  EXPECT_THROW(reduction(op::norm, dtype::complex64, {.order = norm_order::one}).save(), error);
}

TEST(saved_sums, of_too_many_elements_are_refused) {
  saved_sums many = decode(over(op::sum, std::vector<double>{1}).save());
  many.count = std::numeric_limits<std::int64_t>::max();
  reduction sum(op::sum, dtype::float64);
  sum.merge(encode(many));
  EXPECT_THROW(sum.merge(encode(many)), error);
}

TEST(saved_sums, cut_or_changed_are_refused) {
  for (const op operation : {op::sum, op::var}) {
    const bytes whole = over(operation, values<double>(kind::anything, 100)).save();
    EXPECT_EQ(refusal(whole), "");
    for (std::size_t length = 0; length < whole.size(); ++length) {
      EXPECT_NE(refusal({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}), "") << length;
    }
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      bytes flipped = whole;
      flipped[bit / 8] ^= std::byte{1} << (bit % 8);
      const std::string why = refusal(flipped);
      EXPECT_NE(why, "") << bit;
      EXPECT_EQ(why.find('\n'), why.npos) << bit;
    }
    bytes longer = whole;
    longer.push_back({});
    EXPECT_NE(refusal(longer), "");
  }
}

// Whole files, with a check value that fits, of what no sums are.
TEST(saved_sums, that_cannot_be_are_refused) {
  const saved_sums fine = decode(over(op::sum, std::vector<double>{1, -2}).save());
  const auto changed = [&](auto change) {
    saved_sums bad = fine;
    change(bad);
    return refusal(encode(bad));
  };
  EXPECT_EQ(changed([](saved_sums&) {}), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.count = -1; }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.of = static_cast<summands>(5); }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.type = dtype::complex128; }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.sums[0].met = static_cast<sum_class>(6); }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.sums[0].met = sum_class::nan; }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.sums[0].digits.back() = 1; }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.sums[0].digits.pop_back(); }), "");
  EXPECT_NE(changed([](saved_sums& bad) { bad.sums.push_back(bad.sums[0]); }), "");
}

TEST(saved_sums, of_integers_must_be_integers) {
  saved_sums sums = decode(over(op::sum, std::vector<std::int32_t>{1, -5}).save());
  const auto merged = [&] {
    reduction sum(op::sum, dtype::int32);
    sum.merge(encode(sums));
    return sum.finish().values[0].as<std::int64_t>();
  };
  EXPECT_EQ(merged(), -4);
  sums.sums[0].digits[33] = 1;
  EXPECT_THROW(merged(), error);
  sums.sums[0].digits[33] = 0;
  sums.sums[0].digits[38] = 1;  // beyond 128 bits
  EXPECT_THROW(merged(), error);
  sums.sums[0] = {sum_class::nan, std::vector<std::uint32_t>(70)};
  EXPECT_THROW(merged(), error);
}

}  // namespace
}  // namespace warpfold::test
