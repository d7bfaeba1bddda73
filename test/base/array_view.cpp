#include "warpfold/base/array_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace warpfold::test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t> listed(const dimensions& values) {
  return {values.begin(), values.end()};
}

TEST(dimensions, hold_up_to_32_values) {
  dimensions values;
  EXPECT_TRUE(values.empty());
  for (std::size_t i = 0; i < maximum_rank; ++i) values.push_back(static_cast<std::int64_t>(i));
  EXPECT_EQ(values.size(), maximum_rank);
  EXPECT_EQ(values[31], 31);
  EXPECT_THAT([&] { values.push_back(0); }, ThrowsMessage<error>(HasSubstr("more than 32 axes")));
}

TEST(dimensions, compare_by_value) {
  EXPECT_EQ((dimensions{2, 3}), (dimensions{2, 3}));
  EXPECT_FALSE((dimensions{2, 3}) == (dimensions{2}));
  EXPECT_FALSE((dimensions{2, 3}) == (dimensions{2, 4}));
}

TEST(dimensions, are_written_as_tuples) {
  EXPECT_EQ(to_string(dimensions{}), "()");
  EXPECT_EQ(to_string(dimensions{5}), "(5,)");
  EXPECT_EQ(to_string(dimensions{2, -3}), "(2, -3)");
}

TEST(element_count, multiplies_the_extents) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({2, 3, 4}), 24);
  EXPECT_EQ(element_count({most}), most);
}

TEST(element_count, is_zero_beside_any_empty_axis) {
  EXPECT_EQ(element_count({0}), 0);
  EXPECT_EQ(element_count({most, most, 0}), 0);
  EXPECT_EQ(element_count({0, most, most}), 0);
}

TEST(element_count, rejects_what_no_memory_holds) {
  EXPECT_THAT([] { element_count({most, 2}); }, ThrowsMessage<error>(HasSubstr("more than 2^63 - 1 elements")));
  EXPECT_THAT([] { element_count({3, -1}); }, ThrowsMessage<error>(HasSubstr("(3, -1) has a negative extent")));
  EXPECT_THAT([] { element_count({0, -1}); }, ThrowsMessage<error>(HasSubstr("negative extent")));
}

TEST(contiguous_strides, follow_c_order) {
  EXPECT_EQ(listed(contiguous_strides({2, 3, 4}, 8)), (std::vector<std::int64_t>{96, 32, 8}));
  EXPECT_TRUE(contiguous_strides({}, 8).empty());
}

TEST(array_view, of_nothing_is_empty) {
  const array_view nothing;
  EXPECT_EQ(nothing.size(), 0);
  EXPECT_EQ(nothing.bytes(), 0);
  EXPECT_TRUE(nothing.contiguous());
}

TEST(array_view, of_a_span_has_one_axis) {
  const std::vector<float> values(7);
  const array_view view{std::span(values)};
  EXPECT_EQ(view.type(), dtype::float32);
  EXPECT_EQ(view.data(), reinterpret_cast<const std::byte*>(values.data()));
  EXPECT_EQ(listed(view.shape()), std::vector<std::int64_t>{7});
  EXPECT_EQ(listed(view.strides()), std::vector<std::int64_t>{4});
  EXPECT_EQ(view.bytes(), 28);
  EXPECT_TRUE(view.contiguous());
}

TEST(array_view, without_axes_holds_one_element) {
  const array_view view(dtype::float64, nullptr, dimensions{});
  EXPECT_EQ(view.size(), 1);
  EXPECT_TRUE(view.contiguous());
}

TEST(array_view, wants_one_stride_per_axis) {
  EXPECT_THAT(
      [] {
        array_view(dtype::int8, nullptr, {2, 3}, {1});
      },
      ThrowsMessage<error>("array of shape (2, 3) has strides (1,), expected one per axis"));
}

TEST(array_view, knows_whether_it_is_contiguous) {
  const auto contiguous = [](const dimensions& shape, const dimensions& strides) {
    return array_view(dtype::int32, nullptr, shape, strides).contiguous();
  };
  EXPECT_TRUE(contiguous({2, 3}, {12, 4}));
  EXPECT_FALSE(contiguous({2, 3}, {4, 8}));     // Fortran order
  EXPECT_FALSE(contiguous({2, 3}, {24, 8}));    // every second element
  EXPECT_FALSE(contiguous({3}, {-4}));          // backwards
  EXPECT_FALSE(contiguous({3}, {0}));           // one element, three times
  EXPECT_TRUE(contiguous({1, 3}, {-1000, 4}));  // a stride that is never taken
  EXPECT_TRUE(contiguous({0, 3}, {1, 1}));      // nothing in it
}

TEST(array_view, in_the_other_byte_order_is_not_contiguous) {
  const std::endian other = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  EXPECT_FALSE(array_view(dtype::int16, nullptr, {4}, device{}, other).contiguous());
  EXPECT_TRUE(array_view(dtype::int8, nullptr, {4}, device{}, other).contiguous());
}

}  // namespace
}  // namespace warpfold::test
