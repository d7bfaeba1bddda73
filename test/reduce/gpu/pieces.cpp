#include "warpfold/reduce/gpu/pieces.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpfold::gpu {
namespace {

TEST(next_piece, of_any_order_is_as_long_as_allowed) {
  EXPECT_EQ(next_piece(5, 100, no_limit, false, false), 100);
  EXPECT_EQ(next_piece(5, 100, 64, false, true), 64);
}

// Every piece but the last of an array is a subtree: a power of two of blocks, aligned to its size.
TEST(next_piece, of_a_fixed_order_is_a_subtree) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const auto draw = [&](std::uint64_t below) { return static_cast<std::int64_t>(random() % below); };
    const bool ends = draw(2) == 0;
    const std::int64_t most = draw(2) == 0 ? no_limit : fixed_block << draw(4);
    std::int64_t index = fixed_block * draw(50);
    std::int64_t left = fixed_block * draw(50) + (ends ? draw(fixed_block) : 0);
    while (left > 0) {
      const std::int64_t count = next_piece(index, left, most, true, ends);
      ASSERT_GT(count, 0);
      ASSERT_LE(count, std::min(left, most));
      const bool subtree = count % fixed_block == 0 &&
                           std::has_single_bit(static_cast<std::uint64_t>(count / fixed_block)) && index % count == 0;
      ASSERT_TRUE(subtree || (ends && count == left)) << index << ' ' << left << ' ' << count;
      index += count;
      left -= count;
    }
  }
}

}  // namespace
}  // namespace warpfold::gpu
