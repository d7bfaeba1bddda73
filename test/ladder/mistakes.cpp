// Every classic mistake raises what it declares and nothing else; repaired, it is right and raises nothing.
#include "ladder/mistake.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ladder/data.hpp"
#include "ladder/workbench.hpp"
#include "test/ladder/watched.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::ladder {
namespace {

std::int64_t exact_sum(const array_view& values) {
  std::int64_t sum = 0;
  const auto* const elements = reinterpret_cast<const std::int32_t*>(values.data());
  for (std::int64_t i = 0; i < values.size(); ++i) sum += elements[i];
  return sum;
}

class mistakes_under_watch : public testing::TestWithParam<std::size_t> {
 protected:
  const mistake& subject() const { return mistakes()[GetParam()]; }
};

TEST_P(mistakes_under_watch, raise_what_they_declare) {
  const data numbers(dtype::int32, subject().n);
  devices::simt_machine machine({.limit = 1'000'000});
  kernel_library kernels(machine);
  workbench bench(kernels, numbers.view());
  const auto broken = bench.prepare(subject().broken, subject().file, subject().n, subject().block);
  const test::watched watches(machine.inner());
  try {
    bench.run(broken);
  } catch (const error& ended) {
    RecordProperty("ended", ended.what());  // Some mistakes end the launch, a deadlock for one.
  }
  EXPECT_EQ(watches.names(), std::set<std::string>(subject().findings.begin(), subject().findings.end()))
      << watches.report();
}

TEST_P(mistakes_under_watch, repaired_are_right_and_silent) {
  const data numbers(dtype::int32, subject().n);
  devices::simt_machine machine;
  kernel_library kernels(machine);
  workbench bench(kernels, numbers.view());
  const auto repaired = subject().repaired
                            ? bench.prepare(subject().repaired, subject().file, subject().n, subject().block)
                            : bench.prepare(rung_of(subject().repaired_by), subject().n, subject().block);
  const test::watched watches(machine.inner());
  bench.run(repaired);
  EXPECT_EQ(bench.result().as<std::int32_t>(), exact_sum(numbers.view()));
  EXPECT_EQ(watches.report(), "");
}

INSTANTIATE_TEST_SUITE_P(all, mistakes_under_watch, testing::Range(std::size_t{0}, mistakes().size()),
                         [](const auto& each) {
                           return mistakes()[each.param].file + "_" + std::to_string(each.param);
                         });

// Before Volta the tutorial's own last warp was right, and there is nothing to find in it.
TEST(mistakes_in_lockstep, last_warp_without_syncwarp_is_right) {
  for (const mistake& each : mistakes()) {
    if (each.repaired_by != 5 && each.repaired_by != 6) continue;
    if (each.block < 64) continue;
    const data numbers(dtype::int32, each.n);
    devices::simt_machine machine({.gpu = "t4", .threads = simt::thread_model::lockstep});
    kernel_library kernels(machine);
    workbench bench(kernels, numbers.view());
    const auto as_written = bench.prepare(each.broken, each.file, each.n, each.block);
    const test::watched watches(machine.inner());
    bench.run(as_written);
    EXPECT_EQ(bench.result().as<std::int32_t>(), exact_sum(numbers.view())) << each.file;
    EXPECT_EQ(watches.report(), "") << each.file;
  }
}

}  // namespace
}  // namespace warpfold::ladder
