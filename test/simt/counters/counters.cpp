// The counters against an H200's, for kernels whose patterns differ: docs/counters.md says more. h200.tsv holds what
// Nsight Compute read there: each kernel of sums.cu, compiled for sm_90, summed 2^22 integers in blocks of 256 threads.
#include "warpfold/simt/watch/counters.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "simt_counter_kernels.hpp"
#include "warpfold/simt/machine.hpp"

namespace warpfold::simt {
namespace {

struct measured {
  std::string kernel;
  std::uint32_t blocks, shared_bytes;
  std::uint64_t load_requests, load_sectors, store_requests, store_sectors;
  std::uint64_t load_wavefronts, load_conflicts, store_wavefronts, store_conflicts;
  std::uint64_t loads_joined;  // loads of shared memory that the GPU's compiler made part of wider ones
};

std::istream& operator>>(std::istream& in, measured& row) {
  return in >> row.kernel >> row.blocks >> row.shared_bytes >> row.load_requests >> row.load_sectors >>
         row.store_requests >> row.store_sectors >> row.load_wavefronts >> row.load_conflicts >> row.store_wavefronts >>
         row.store_conflicts >> row.loads_joined;
}

std::vector<measured> measured_on_h200() {
  std::ifstream file(WARPFOLD_H200_COUNTERS);
  std::string legend;
  std::getline(file, legend);
  std::vector<measured> rows;
  for (measured row; file >> row;) rows.push_back(row);
  return rows;
}

std::string name_of(const testing::TestParamInfo<measured>& row) {
  return row.param.kernel;
}
void PrintTo(const measured& row, std::ostream* out) {
  *out << row.kernel;
}

class counters_of_h200 : public testing::TestWithParam<measured> {};

counters count(const measured& row) {
  constexpr std::uint32_t elements = 1u << 22, threads = 256;
  std::vector<std::int32_t> values(elements);
  std::iota(values.begin(), values.end(), 0);
  machine gpu;
  gpu.load(simt_counter_kernels::sums);
  const auto in = gpu.upload(values);
  const auto out = gpu.allocate(sizeof(std::int32_t) * row.blocks);
  counting_observer counting;
  gpu.attach(counting);
  const launch_shape shape = {
      .grid = {row.blocks, 1, 1}, .block = {threads, 1, 1}, .dynamic_shared_bytes = row.shared_bytes};
  const bool takes_length = gpu.kernel(row.kernel).parameters.size() == 3;
  const launch_outcome outcome =
      takes_length ? gpu.launch(row.kernel, shape, in, out, elements) : gpu.launch(row.kernel, shape, in, out);
  EXPECT_EQ(outcome.error, "");
  return counting.total();
}

// The hardware's figures carry the noise of arbitration, which it counts as conflicts, too; where the pattern has none,
// all that it counts is noise.
void expect_wavefronts(std::uint64_t ours, std::uint64_t our_conflicts, std::uint64_t seen,
                       std::uint64_t seen_conflicts) {
  const auto expected = static_cast<double>(our_conflicts == 0 ? seen - seen_conflicts : seen);
  EXPECT_NEAR(static_cast<double>(ours), expected, 0.02 * expected);
}

TEST_P(counters_of_h200, global_accesses_exactly_and_shared_wavefronts_nearly) {
  const measured& seen = GetParam();
  const counters ours = count(seen);
  EXPECT_EQ(ours.global_load_requests, seen.load_requests);
  EXPECT_EQ(ours.global_load_sectors, seen.load_sectors);
  EXPECT_EQ(ours.global_store_requests, seen.store_requests);
  EXPECT_EQ(ours.global_store_sectors, seen.store_sectors);
  expect_wavefronts(ours.shared_load_wavefronts, ours.shared_load_conflicts, seen.load_wavefronts + seen.loads_joined,
                    seen.load_conflicts);
  expect_wavefronts(ours.shared_store_wavefronts, ours.shared_store_conflicts, seen.store_wavefronts,
                    seen.store_conflicts);
}

INSTANTIATE_TEST_SUITE_P(kernel, counters_of_h200, testing::ValuesIn(measured_on_h200()), name_of);

}  // namespace
}  // namespace warpfold::simt
