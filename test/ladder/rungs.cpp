// Every rung gives the exact sum of every number of elements by blocks of every size, or refuses for a reason that is
// known beforehand; on the SIMT machine without any finding, and on a GPU where there is one.
#include "ladder/rung.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "ladder/data.hpp"
#include "ladder/workbench.hpp"
#include "test/ladder/watched.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::ladder {
namespace {

constexpr std::array ladder_dtypes{dtype::int32, dtype::int64, dtype::float32, dtype::float64};
constexpr std::array<std::uint64_t, 22> sizes{0,   1,   2,   3,   5,    31,   32,   33,   63,   64,   100,
                                              127, 255, 257, 512, 1000, 1023, 1025, 2049, 3000, 4097, 5000};
constexpr std::array<unsigned, 20> blocks{1,  2,   3,   4,   8,   16,  31,  32,  33,  64,
                                          96, 100, 128, 256, 384, 500, 512, 768, 992, 1024};

// The sum in integers: every element is a small whole number.
std::int64_t exact_sum(const array_view& values, std::uint64_t n) {
  return visit_dtype(values.type(), [&](auto tag) {
    using element = typename decltype(tag)::type;
    std::int64_t sum = 0;
    if constexpr (std::is_arithmetic_v<element>) {
      const auto* const elements = reinterpret_cast<const element*>(values.data());
      for (std::uint64_t i = 0; i < n; ++i) sum += static_cast<std::int64_t>(elements[i]);
    }
    return sum;
  });
}

std::int64_t whole(const scalar& value) {
  switch (value.type()) {
    case dtype::int32:
      return value.as<std::int32_t>();
    case dtype::int64:
      return value.as<std::int64_t>();
    case dtype::float32:
      return static_cast<std::int64_t>(value.as<float>());
    default:
      return static_cast<std::int64_t>(value.as<double>());
  }
}

bool must_refuse(const rung& how, dtype type, std::uint64_t n, unsigned block, const devices::properties& machine) {
  const bool power_of_two = (block & (block - 1)) == 0;
  if (how.number <= 3 && block == 1 && n > 1) return true;
  if ((how.number == 6 || how.number == 7) && !power_of_two) return true;
  if (how.number == 15) return machine.compute_capability < 80;
  if (how.number >= 8 && block % 32 != 0) return true;
  if (how.number == 9 && how.form.empty()) return type != dtype::int32 || machine.compute_capability < 80;
  if (how.number == 12 && how.form == "packed") return type != dtype::int32;
  if (how.number == 14) {
    return machine.compute_capability < 90 || 256u * block + 1024 > machine.shared_bytes_per_block_opt_in;
  }
  return false;
}

// A sum, or nothing where the rung refuses.
std::optional<scalar> sum_of(workbench& bench, const rung& how, std::uint64_t n, unsigned block) {
  try {
    return bench.sum(bench.prepare(how, n, block));
  } catch (const refusal&) {
    return std::nullopt;
  }
}

std::string case_name(const rung& how, dtype type, std::uint64_t n, unsigned block) {
  return "rung " + how.label() + ", " + std::string(name_of(type)) + ", n = " + std::to_string(n) +
         ", block = " + std::to_string(block);
}

void expect_right(workbench& bench, const array_view& numbers, const rung& how, std::uint64_t n, unsigned block) {
  const std::optional<scalar> found = sum_of(bench, how, n, block);
  const bool refused = must_refuse(how, numbers.type(), n, block, bench.machine().about());
  ASSERT_EQ(!found.has_value(), refused) << case_name(how, numbers.type(), n, block);
  if (found) {
    EXPECT_EQ(whole(*found), exact_sum(numbers, n)) << case_name(how, numbers.type(), n, block);
  }
}

// Runs one in `every` cases of the matrix of sizes and blocks, so that each size and each block is among them.
template <class Check>
void sample(std::size_t every, const Check& check) {
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (std::size_t s = b % every; s < sizes.size(); s += every) check(sizes[s], blocks[b]);
  }
}

struct simt_setting {
  std::string name;
  simt::machine_settings settings;
  std::size_t every;  // one in so many cases
};

std::vector<simt_setting> simt_settings() {
  return {{"h200", {}, 4},
          {"a100", {.gpu = "a100"}, 11},
          {"t4", {.gpu = "t4"}, 11},
          {"t4_in_lockstep", {.gpu = "t4", .threads = simt::thread_model::lockstep}, 11}};
}

void PrintTo(const simt_setting& setting, std::ostream* out) {
  *out << setting.name;
}

class rungs_on_simt : public testing::TestWithParam<simt_setting> {};

TEST_P(rungs_on_simt, are_right_and_silent) {
  devices::simt_machine machine(GetParam().settings);
  kernel_library kernels(machine);
  for (const rung& how : rungs()) {
    for (const dtype type : ladder_dtypes) {
      sample(GetParam().every, [&](std::uint64_t n, unsigned block) {
        const data numbers(type, n);
        workbench bench(kernels, numbers.view());
        const test::watched watches(machine.inner());
        expect_right(bench, numbers.view(), how, n, block);
        ASSERT_EQ(watches.report(), "") << case_name(how, type, n, block);
      });
    }
  }
}

TEST(rungs, find_the_second_launch_s_partial_sums_where_16_bytes_may_be_loaded) {
  for (std::uint64_t n = 0; n < 70'000; n += 13) {
    for (const unsigned block : {1u, 32u, 96u, 1024u}) {
      EXPECT_EQ(partials_of_one_launch(n, block) * 4 % 16, 0u) << n << " elements, blocks of " << block;
    }
  }
}

TEST(rungs, are_right_whatever_lanes_and_blocks_run_on_first) {
  for (const std::uint64_t seed : {1, 2}) {
    devices::simt_machine machine({.seed = seed});
    kernel_library kernels(machine);
    for (const dtype type : {dtype::int32, dtype::float64}) {
      const data numbers(type, 5000);
      workbench bench(kernels, numbers.view());
      for (const rung& how : rungs()) {
        sample(11, [&](std::uint64_t n, unsigned block) { expect_right(bench, numbers.view(), how, n, block); });
      }
    }
  }
}

TEST(rungs, are_silent_whatever_lanes_and_blocks_run_on_first) {
  for (const std::uint64_t seed : {3, 4}) {
    devices::simt_machine machine({.seed = seed});
    kernel_library kernels(machine);
    const data numbers(dtype::int32, 5000);
    workbench bench(kernels, numbers.view());
    const test::watched watches(machine.inner());
    for (const rung& how : rungs()) {
      sample(29, [&](std::uint64_t n, unsigned block) { expect_right(bench, numbers.view(), how, n, block); });
    }
    EXPECT_EQ(watches.report(), "") << "seed " << seed;
  }
}

TEST(rungs, are_right_for_many_elements) {
  devices::simt_machine machine;
  kernel_library kernels(machine);
  for (const dtype type : ladder_dtypes) {
    const data numbers(type, 300'007);
    workbench bench(kernels, numbers.view());
    for (const rung& how : rungs()) {
      for (const std::uint64_t n : {std::uint64_t{262'144}, std::uint64_t{300'007}}) {
        expect_right(bench, numbers.view(), how, n, 256);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(settings, rungs_on_simt, testing::ValuesIn(simt_settings()),
                         [](const auto& each) { return each.param.name; });

TEST(rungs_on_gpu, are_right) {
  if (devices::gpu_count() == 0) GTEST_SKIP() << "no GPU";
  const auto gpu = devices::open_gpu();
  kernel_library kernels(*gpu);
  for (const dtype type : ladder_dtypes) {
    constexpr std::uint64_t many = (std::uint64_t{1} << 22) + 3;
    const data numbers(type, many);
    workbench bench(kernels, numbers.view());
    for (const rung& how : rungs()) {
      for (const unsigned block : blocks) {
        for (const std::uint64_t n : sizes) expect_right(bench, numbers.view(), how, n, block);
        expect_right(bench, numbers.view(), how, many, block);
      }
    }
  }
}

// Case B2: the instance for a power of two serves any number of elements.
TEST(case_B2, ones_in_numbers_that_are_no_power_of_two) {
  devices::simt_machine machine;
  kernel_library kernels(machine);
  for (const auto& [n, block] : {std::pair<std::uint64_t, unsigned>{3000, 1024}, {1000, 256}}) {
    const std::vector<std::int32_t> ones(n, 1);
    workbench bench(kernels, std::span(ones));
    for (const rung& how : rungs()) {
      const std::optional<scalar> found = sum_of(bench, how, n, block);
      if (found) {
        EXPECT_EQ(found->as<std::int32_t>(), static_cast<std::int32_t>(n)) << how.label();
      }
    }
  }
}

TEST(rungs, are_numbered_without_gaps) {
  int last = 0;
  for (const rung& each : rungs()) {
    EXPECT_TRUE(each.number == last || each.number == last + 1) << each.label();
    last = each.number;
  }
  EXPECT_EQ(last, 15);
}

TEST(rungs, refuse_other_dtypes) {
  devices::simt_machine machine;
  kernel_library kernels(machine);
  const std::vector<std::int8_t> numbers(10, 1);
  workbench bench(kernels, std::span(numbers));
  for (const rung& how : rungs()) EXPECT_THROW(bench.prepare(how, numbers.size(), 256), refusal) << how.label();
}

}  // namespace
}  // namespace warpfold::ladder
