#include "warpfold/simt/watch/counters.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace warpfold::simt {
namespace {

using lane_addresses = std::array<std::uint64_t, lanes_per_warp>;

lane_addresses addresses(const std::function<std::uint64_t(int)>& of_lane) {
  lane_addresses result;
  for (int lane = 0; lane < lanes_per_warp; ++lane) result[static_cast<std::size_t>(lane)] = of_lane(lane);
  return result;
}

std::uint32_t needed(const lane_addresses& where, std::uint32_t bytes, lane_mask lanes = all_lanes) {
  return shared_wavefronts(where.data(), lanes, bytes).needed;
}

TEST(shared_wavefronts, a_stride_of_words_conflicts_by_its_common_factor_with_the_banks) {
  for (std::uint32_t stride = 1; stride <= 64; ++stride) {
    const auto where = addresses([&](int lane) { return 4u * stride * static_cast<std::uint32_t>(lane); });
    EXPECT_EQ(needed(where, 4), std::gcd(stride, 32u)) << "stride " << stride;
  }
}

TEST(shared_wavefronts, a_word_that_all_lanes_read_is_served_once) {
  const auto where = addresses([](int) { return 64; });
  EXPECT_EQ(needed(where, 4), 1u);
  EXPECT_EQ(shared_wavefronts(where.data(), all_lanes, 4).conflicts, 0u);
}

TEST(shared_wavefronts, wide_accesses_are_served_by_parts_of_the_warp) {
  EXPECT_EQ(needed(addresses([](int lane) { return 8 * lane; }), 8), 2u);
  EXPECT_EQ(needed(addresses([](int lane) { return 16 * lane; }), 16), 4u);
  // Of a part without active lanes nothing is asked.
  EXPECT_EQ(needed(addresses([](int lane) { return 8 * lane; }), 8, 0x0000ffff), 1u);
}

TEST(shared_wavefronts, bytes_of_one_word_do_not_conflict) {
  EXPECT_EQ(needed(addresses([](int lane) { return lane; }), 1), 1u);
  EXPECT_EQ(needed(addresses([](int lane) { return 2 * lane; }), 2), 1u);
}

TEST(sectors, neighbours_share_them_and_strangers_do_not) {
  const auto count = [](std::uint32_t stride, std::uint32_t bytes, std::uint64_t first) {
    const auto where = addresses([&](int lane) { return first + stride * static_cast<std::uint64_t>(lane); });
    return sectors(where.data(), all_lanes, bytes);
  };
  EXPECT_EQ(count(4, 4, 0), 4u);
  EXPECT_EQ(count(4, 4, 4), 5u);  // one element off alignment
  EXPECT_EQ(count(16, 16, 0), 16u);
  EXPECT_EQ(count(32, 4, 0), 32u);
  EXPECT_EQ(count(0, 4, 0), 1u);
}

TEST(bulk_copies, move_runs_of_bytes) {
  const auto where = addresses([](int) { return 16; });
  EXPECT_EQ(shared_wavefronts(where.data(), 1, 16384).needed, 128u);
  EXPECT_EQ(sectors(where.data(), 1, 16384), 513u);
}

// The definitions, taken literally, on random accesses.
TEST(shared_wavefronts, random_accesses_need_the_fullest_bank_of_each_part) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint32_t bytes = 1u << random() % 5;
    const auto lanes = static_cast<lane_mask>(random() | random());
    const auto where = addresses([&](int) { return random() % 64 * bytes; });
    const int part = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
    std::uint32_t expected = 0;
    std::set<std::uint64_t> touched;
    for (int first = 0; first < 32; first += part) {
      std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
      for (int lane = first; lane < first + part; ++lane) {
        if ((lanes >> lane & 1) == 0) continue;
        const std::uint64_t address = where[static_cast<std::size_t>(lane)];
        for (std::uint64_t byte = address; byte < address + bytes; ++byte) {
          words_of_bank[byte / 4 % 32].insert(byte / 4);
          touched.insert(byte / 32);
        }
      }
      std::size_t fullest = 0;
      for (const auto& [bank, words] : words_of_bank) fullest = std::max(fullest, words.size());
      expected += static_cast<std::uint32_t>(fullest);
    }
    ASSERT_EQ(needed(where, bytes, lanes), expected) << "trial " << trial;
    ASSERT_EQ(sectors(where.data(), lanes, bytes), touched.size()) << "trial " << trial;
  }
}

}  // namespace
}  // namespace warpfold::simt
