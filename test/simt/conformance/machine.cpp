// The conformance kernels, as the GPU ran them, on the whole machine: text, decoder, memory and all.
#include "warpfold/simt/machine.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "test/simt/conformance/atomic_update.hpp"
#include "test/simt/conformance/kernel.hpp"
#include "test/simt/conformance/operands.hpp"
#include "test/simt/conformance/parted.hpp"
#include "test/simt/conformance/random_program.hpp"
#include "test/simt/conformance/results.hpp"
#include "test/simt/conformance/tolerance.hpp"
#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {
namespace {

std::vector<std::uint64_t> run(const trial& of, const machine_settings& settings) {
  const std::vector<std::uint64_t> operands = operands_of(of);
  machine gpu(settings);
  gpu.load(kernel_text(of, "9.0", "sm_90"), of.name);
  const auto runs = static_cast<std::uint32_t>(runs_of(of));
  const std::uint64_t in = gpu.upload(operands);
  const std::uint64_t out = gpu.allocate(std::uint64_t{8} * runs * of.outputs.size());
  gpu.launch("trial", {.grid = {(runs + 127) / 128, 1, 1}, .block = {128, 1, 1}}, in, out, runs);
  return gpu.download<std::uint64_t>(out, runs * of.outputs.size());
}

void expect_as_recorded(const trial& each, const recorded& seen, const machine_settings& settings) {
  const std::vector<std::uint64_t> computed = run(each, settings);
  ASSERT_EQ(computed.size(), seen.outputs.size());
  for (std::size_t n = 0; n < computed.size(); ++n) {
    const std::size_t output = n % each.outputs.size();
    const std::uint64_t bits = ~std::uint64_t{0} >> (64 - 8 * bytes_of(each.outputs[output]));
    ASSERT_TRUE(agree(each, output, computed[n] & bits, seen.outputs[n]))
        << each.name << " run " << n / each.outputs.size() << ": " << std::hex << computed[n] << ", on the H200 "
        << seen.outputs[n] << "\n"
        << each.text;
  }
}

std::map<std::string, recorded> recorded_by_name() {
  std::map<std::string, recorded> found;
  for (recorded& seen : read_results(WARPFOLD_H200_RESULTS)) found.emplace(seen.name, std::move(seen));
  return found;
}

TEST(conformance_of_the_machine, single_instructions) {
  const std::map<std::string, recorded> seen = recorded_by_name();
  for (const trial& each : trials()) {
    const auto found = seen.find(each.name);
    if (found == seen.end()) continue;
    ASSERT_NO_FATAL_FAILURE(expect_as_recorded(each, found->second, {}));
  }
}

void expect_all_as_recorded(const std::vector<trial>& all, const machine_settings& settings) {
  const std::map<std::string, recorded> seen = recorded_by_name();
  for (const trial& each : all) {
    const auto found = seen.find(each.name);
    ASSERT_NE(found, seen.end()) << each.name;
    ASSERT_NO_FATAL_FAILURE(expect_as_recorded(each, found->second, settings));
  }
}

TEST(conformance_of_the_machine, atomic_updates) {
  expect_all_as_recorded(atomic_updates(), {});
}

TEST(conformance_of_the_machine, collectives_in_parted_warps) {
  expect_all_as_recorded(parted_collectives(), {});
  for (const std::uint64_t seed : {1, 2, 3}) expect_all_as_recorded(parted_collectives(), {.seed = seed});
}

// No program has a race, so no way of scheduling may change what it computes.
TEST(conformance_of_the_machine, random_programs) {
  const std::map<std::string, recorded> seen = recorded_by_name();
  std::vector<machine_settings> ways(3);
  ways[0].threads = thread_model::lockstep;
  ways[1].seed = 1;
  ways[2].seed = 2;
  for (const trial& each : random_programs()) {
    const auto found = seen.find(each.name);
    ASSERT_NE(found, seen.end()) << each.name;
    ASSERT_NO_FATAL_FAILURE(expect_as_recorded(each, found->second, {}));
    const std::vector<std::uint64_t> computed = run(each, {});
    for (const machine_settings& way : ways) ASSERT_EQ(run(each, way), computed) << each.name;
  }
}

}  // namespace
}  // namespace warpfold::simt::conformance
