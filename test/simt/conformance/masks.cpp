// With some lanes inactive, an instruction does to the active ones what it does otherwise, and nothing to the others.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "test/simt/conformance/kernel.hpp"
#include "test/simt/conformance/operands.hpp"
#include "test/simt/conformance/trial.hpp"
#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::conformance {
namespace {

constexpr std::uint64_t before = 0x5aa55aa55aa55aa5u;

void load(test::straight_line& program, const trial& of, const std::vector<std::uint64_t>& operands) {
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    for (std::size_t n = 0; n < of.inputs.size(); ++n) {
      program.set("i" + std::to_string(n), lane, operands[static_cast<std::size_t>(lane) * of.inputs.size() + n]);
    }
    for (std::size_t n = 0; n < of.outputs.size(); ++n) program.set("o" + std::to_string(n), lane, before);
  }
}

TEST(masks, inactive_lanes_keep_their_values) {
  std::mt19937 random(11);
  for (const trial& each : trials()) {
    const std::vector<std::uint64_t> operands = operands_of(each);
    test::straight_line whole(declarations(each) + each.text), partial(declarations(each) + each.text);
    load(whole, each, operands);
    load(partial, each, operands);
    test::straight_line untouched = partial;
    const lane_mask active = static_cast<lane_mask>(random()) & 0xfffffffe;
    whole.run();
    partial.run(active);
    for (std::size_t n = 0; n < each.outputs.size(); ++n) {
      const std::string name = "o" + std::to_string(n);
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        const bool is_active = (active >> lane & 1) != 0;
        ASSERT_EQ(partial.get(name, lane), (is_active ? whole : untouched).get(name, lane))
            << each.text << " lane " << lane;
      }
    }
  }
}

}  // namespace
}  // namespace warpfold::simt::conformance
