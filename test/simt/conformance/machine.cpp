// The conformance kernels, as the GPU ran them, on the whole machine: text, decoder, memory and all.
#include "warpfold/simt/machine.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "test/simt/conformance/kernel.hpp"
#include "test/simt/conformance/operands.hpp"
#include "test/simt/conformance/results.hpp"
#include "test/simt/conformance/tolerance.hpp"
#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {
namespace {

std::vector<std::uint64_t> run(const trial& of, const std::vector<std::uint64_t>& operands) {
  machine gpu;
  gpu.load(kernel_text(of, "9.0", "sm_90"), of.name);
  const auto runs = static_cast<std::uint32_t>(runs_of(of));
  const std::uint64_t in = gpu.upload(operands);
  const std::uint64_t out = gpu.allocate(std::uint64_t{8} * runs * of.outputs.size());
  gpu.launch("trial", {.grid = {(runs + 127) / 128, 1, 1}, .block = {128, 1, 1}}, in, out, runs);
  return gpu.download<std::uint64_t>(out, runs * of.outputs.size());
}

TEST(conformance, kernels_on_the_machine) {
  std::map<std::string, trial> known;
  for (trial& each : trials()) known.emplace(each.name, each);
  for (const recorded& seen : read_results(WARPFOLD_H200_RESULTS)) {
    const trial& each = known.at(seen.name);
    const std::vector<std::uint64_t> computed = run(each, operands_of(each));
    ASSERT_EQ(computed.size(), seen.outputs.size());
    for (std::size_t n = 0; n < computed.size(); ++n) {
      const std::size_t output = n % each.outputs.size();
      const std::uint64_t bits = ~std::uint64_t{0} >> (64 - 8 * bytes_of(each.outputs[output]));
      ASSERT_TRUE(agree(each, output, computed[n] & bits, seen.outputs[n]))
          << each.text << " run " << n / each.outputs.size() << ": " << std::hex << computed[n] << ", on the H200 "
          << seen.outputs[n];
    }
  }
}

}  // namespace
}  // namespace warpfold::simt::conformance
