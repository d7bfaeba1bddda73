// The bodies of isa.def against an H200, bit for bit: data/h200.results.gz holds what record_conformance saw there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "test/simt/conformance/kernel.hpp"
#include "test/simt/conformance/operands.hpp"
#include "test/simt/conformance/results.hpp"
#include "test/simt/conformance/tolerance.hpp"
#include "test/simt/conformance/trial.hpp"
#include "test/simt/isa/straight_line.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/compiled_bodies.hpp"

namespace warpfold::simt::conformance {
namespace {

const std::map<std::string, trial>& trials_by_name() {
  static const auto all = [] {
    std::map<std::string, trial> found;
    for (trial& each : trials()) found.emplace(each.name, each);
    return found;
  }();
  return all;
}

std::string hexadecimal(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
  return text;
}

// What went wrong first and how often; empty if nothing did.
struct mismatch {
  int count = 0;
  std::string first;
};

mismatch compare(const trial& of, const recorded& seen, test::binder bind) {
  const std::vector<std::uint64_t> operands = operands_of(of);
  if (fingerprint(operands) != seen.operands) return {1, "recorded with other operands"};
  test::straight_line program(declarations(of) + of.text, bind);
  mismatch found;
  const auto runs = static_cast<std::size_t>(seen.runs), in = of.inputs.size(), out = of.outputs.size();
  for (std::size_t first = 0; first < runs; first += lanes_per_warp) {
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      for (std::size_t n = 0; n < in; ++n) {
        program.set("i" + std::to_string(n), static_cast<int>(lane), operands[(first + lane) * in + n]);
      }
    }
    program.run();
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      for (std::size_t n = 0; n < out; ++n) {
        const std::uint64_t recorded_bits = ~std::uint64_t{0} >> (64 - 8 * bytes_of(of.outputs[n]));
        const std::uint64_t computed = program.get("o" + std::to_string(n), static_cast<int>(lane)) & recorded_bits;
        const std::uint64_t expected = seen.outputs[(first + lane) * out + n];
        if (agree(of, n, computed, expected)) continue;
        if (found.count++ != 0) continue;
        for (std::size_t k = 0; k < in; ++k) found.first += " 0x" + hexadecimal(operands[(first + lane) * in + k]);
        found.first +=
            ": o" + std::to_string(n) + " is 0x" + hexadecimal(computed) + ", on the H200 0x" + hexadecimal(expected);
      }
    }
  }
  return found;
}

class conformance : public testing::TestWithParam<std::string> {};

// One test a mnemonic, so that a report says where to look.
TEST_P(conformance, h200) {
  static const std::vector<recorded> all = read_results(WARPFOLD_H200_RESULTS);
  int tried = 0;
  for (const recorded& seen : all) {
    if (seen.name.substr(0, seen.name.find('.')) != GetParam()) continue;
    const auto known = trials_by_name().find(seen.name);
    ASSERT_NE(known, trials_by_name().end()) << seen.name << ": recorded, but no longer tried";
    for (const compiled_bodies& level : bodies_for_host()) {
      const mismatch found = compare(known->second, seen, level.bind);
      EXPECT_EQ(found.count, 0) << name_of(level.set) << ": " << seen.name << " of" << found.first << " ("
                                << known->second.text << ")";
    }
    ++tried;
  }
  EXPECT_GT(tried, 0);
}

std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  for (const trial& each : trials()) {
    const std::string mnemonic = each.name.substr(0, each.name.find('.'));
    if (names.empty() || std::find(names.begin(), names.end(), mnemonic) == names.end()) names.push_back(mnemonic);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(mnemonic, conformance, testing::ValuesIn(mnemonics()),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace warpfold::simt::conformance
