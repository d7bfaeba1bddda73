#include "warpfold/device/occupancy.hpp"

#include <gtest/gtest.h>

#include "warpfold/device/simt_machine.hpp"

namespace warpfold::devices {
namespace {

properties h200() {
  return properties_of(*simt::find_gpu("h200"));
}

TEST(occupancy, names_the_resource_that_limits) {
  const auto limit = [](kernel_resources needs, int threads, std::size_t shared_bytes) {
    const auto limits = occupancy_limits(h200(), needs, threads, shared_bytes);
    return std::pair(tightest(limits).resource, tightest(limits).blocks);
  };
  EXPECT_EQ(limit({16, 0, 0, 1024}, 256, 1024), std::pair(std::string_view("threads"), 8));
  EXPECT_EQ(limit({16, 0, 0, 1024}, 32, 0), std::pair(std::string_view("blocks"), 32));
  // 255 registers a thread are 8192 a warp, 65536 a block of 8 warps: all that an SM has.
  EXPECT_EQ(limit({255, 0, 0, 1024}, 256, 0), std::pair(std::string_view("registers"), 1));
  // 64 KiB and the system's 1 KiB: three times in 228 KiB.
  EXPECT_EQ(limit({32, 0, 0, 1024}, 128, 64 * 1024), std::pair(std::string_view("shared memory"), 3));
  EXPECT_EQ(limit({32, 0, 0, 1024}, 128, 228 * 1024), std::pair(std::string_view("shared memory"), 0));
}

TEST(occupancy, agrees_with_the_simt_machine) {
  simt_machine machine;
  const auto loaded =
      machine.load(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing()\n{\nret;\n}\n");
  kernel& nothing = loaded->find("nothing");
  for (const int threads : {1, 32, 33, 100, 256, 1000, 1024}) {
    for (const std::size_t shared_bytes : {0, 1000, 10'000, 50'000, 200'000}) {
      const auto limits = occupancy_limits(machine.about(), nothing.resources(), threads, shared_bytes);
      EXPECT_EQ(tightest(limits).blocks, nothing.blocks_per_sm(threads, shared_bytes))
          << threads << " threads, " << shared_bytes << " bytes";
    }
  }
}

}  // namespace
}  // namespace warpfold::devices
