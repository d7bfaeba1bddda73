// Every kernel of the gpu engine on the SIMT machine: what it gives is what the contract says.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "test/ladder/watched.hpp"
#include "test/reduce/expectation.hpp"
#include "test/reduce/gpu/kernel_runner.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/reduce/gpu/device_operator.hpp"

namespace warpfold::test {
namespace {

// Whether a kernel is there.
bool on_device(op operation, dtype type, const options& choice) {
  try {
    gpu::choose_kernel(operation, type, choice);
    return true;
  } catch (const error&) {
    return false;
  }
}

// Kinds of values for which expect() knows the result.
template <element T>
bool is_expected(op operation, kind of, std::size_t size, const options& choice) {
  if (std::integral<T> && (of == kind::near_one || of == kind::special)) return false;
  if (operation == op::logsumexp && of == kind::anything && size > 100) return false;  // decided by one element
  // Double precision may overflow on the way.
  const bool wide = sizeof(typename part_type<T>::type) == 8 && choice.accuracy == accuracy::fast;
  return !(wide && of == kind::anything);
}

template <element T>
result on_cpu(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice) {
  const std::unique_ptr<T[]> plain_a = plain(a);
  const std::unique_ptr<T[]> plain_b = plain(b);
  const dimensions shape = {static_cast<std::int64_t>(a.size())};
  const array_view view_a(dtype_of<T>, plain_a.get(), shape);
  if (inputs_of(operation) == 1) return reduce(operation, view_a, choice);
  return reduce(operation, view_a, array_view(dtype_of<T>, plain_b.get(), shape), choice);
}

bool same(const result& a, const result& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const scalar& x, const scalar& y) {
                      return x.type() == y.type() && visit_dtype(x.type(), [&](auto tag) {
                               using T = typename decltype(tag)::type;
                               return oracle::same(x.as<T>(), y.as<T>());
                             });
                    });
}

// Whether the kernels give what expect() says, and the bits that the cpu engine gives.
template <element T, class Run>
void compare(const std::string& what, op operation, const std::vector<T>& a, const std::vector<T>& b,
             const options& choice, const Run& run) {
  const expectation expected = expect<T>(operation, a, b, choice);
  try {
    const result found = run();
    ASSERT_FALSE(expected.error) << what << ": no error";
    EXPECT_TRUE(meets(expected, found)) << what;
    EXPECT_TRUE(same(found, on_cpu(operation, a, b, choice))) << what;
  } catch (const error& thrown) {
    EXPECT_TRUE(expected.error) << what << ": " << thrown.what();
  }
}

template <element T>
std::string description(op operation, std::size_t size) {
  return std::string(name_of(operation)) + " of " + std::to_string(size) + " " + std::string(name_of(dtype_of<T>));
}

template <element T>
void check(kernel_runner& runner, op operation, kind of, std::size_t size, const options& choice,
           const arrangement& how = {}) {
  const std::vector<T> a = values<T>(of, size, 1);
  const std::vector<T> b = values<T>(of, size, 2);
  const std::string what = description<T>(operation, size) + ", offset " + std::to_string(how.offset) + ", blocks " +
                           std::to_string(how.blocks.value_or(0));
  compare(what, operation, a, b, choice, [&] { return runner.reduce_dense(operation, a, b, choice, how); });
}

// Elements anywhere in memory: a and then b, each with the same extents and strides.
struct layout {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;  // elements
  std::int64_t first = 0;             // elements before that of position 0
  std::size_t unaligned = 0;          // bytes
  bool swapped = false;
};

template <element T>
void check_strided(kernel_runner& runner, op operation, const std::string& name, const layout& how,
                   const options& choice) {
  std::size_t count = 1;
  for (const std::int64_t extent : how.extents) count *= static_cast<std::size_t>(extent);
  const std::array<std::vector<T>, 2> values_of = {values<T>(kind::small, count, 1), values<T>(kind::small, count, 2)};
  const std::size_t span = 8 * count * sizeof(T);  // more than any of the layouts takes
  std::vector<std::byte> memory(2 * span + how.unaligned, std::byte{0x5b});
  gpu::strided_arrays arrays{};
  arrays.rank = static_cast<std::int32_t>(how.extents.size());
  arrays.swapped = {how.swapped, how.swapped};
  arrays.aligned = how.unaligned == 0;
  std::copy(how.extents.begin(), how.extents.end(), arrays.extents.begin());
  constexpr std::size_t component = sizeof(typename part_type<T>::type);
  for (std::size_t input = 0; input < 2; ++input) {
    std::byte* const first = memory.data() + how.unaligned + input * span + how.first * sizeof(T);
    arrays.first[input] = first;
    for (std::size_t axis = 0; axis < how.strides.size(); ++axis) {
      arrays.strides[input][axis] = how.strides[axis] * static_cast<std::int64_t>(sizeof(T));
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t position = 0;
      auto rest = static_cast<std::int64_t>(i);
      for (std::size_t axis = how.extents.size(); axis-- > 0; rest /= how.extents[axis]) {
        position += rest % how.extents[axis] * how.strides[axis] * static_cast<std::int64_t>(sizeof(T));
      }
      const T value = values_of[input][i];
      std::memcpy(first + position, &value, sizeof value);
      if (!how.swapped) continue;
      for (std::size_t part = 0; part < sizeof(T); part += component) {
        std::reverse(first + position + part, first + position + part + component);
      }
    }
  }
  compare(description<T>(operation, count) + ", " + name, operation, values_of[0], values_of[1], choice, [&] {
    return runner.reduce_strided(operation, dtype_of<T>, memory, arrays, static_cast<std::int64_t>(count), choice, 2);
  });
}

// Sizes at every boundary, for a kernel whose loads are of 16 bytes and for one that takes rows of the fixed order.
TEST(gpu_kernels, of_every_size) {
  kernel_runner runner;
  for (const std::size_t size : {0,   1,    2,    3,    5,    15,   16,   17,   31,   32,   33,   63,   65,   127,  128,
                                 129, 1021, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4097, 8191, 8192, 8193, 30011}) {
    for (const std::size_t offset : {0, 1}) {
      check<std::int32_t>(runner, op::sum, kind::anything, size, {}, {offset, {}});
      check<float16>(runner, op::max, kind::special, size, {}, {offset, {}});
      check<float>(runner, op::sum, kind::near_one, size, {.accuracy = accuracy::fast}, {offset, {}});
    }
  }
}

// However large the grid is, with more blocks than there is work for among them.
TEST(gpu_kernels, of_every_grid) {
  kernel_runner runner;
  for (const std::uint32_t blocks : {1, 2, 3, 31, 33, 300}) {
    check<std::int64_t>(runner, op::sum, kind::small, 5003, {}, {1, blocks});
    check<float>(runner, op::argmin, kind::special, 5003, {}, {1, blocks});
    check<double>(runner, op::var, kind::near_one, 30011, {.accuracy = accuracy::fast}, {1, blocks});
    check<float>(runner, op::logsumexp, kind::near_one, 5003, {}, {1, blocks});
  }
}

// Long arrays in one block: each warp has whole rounds of blocks of the fixed order, in 16 bytes or not, and the last
// what is left.
TEST(gpu_kernels, of_long_subtrees) {
  kernel_runner runner;
  const options fast{.accuracy = accuracy::fast};
  for (const std::size_t size : {131072, 600001}) {
    for (const std::size_t offset : {0, 1}) {
      const arrangement how{offset, 1};
      check<float>(runner, op::sum, kind::near_one, size, fast, how);
      check<float16>(runner, op::sum, kind::near_one, size, fast, how);
      check<double>(runner, op::dot, kind::near_one, size, fast, how);
      check<float>(runner, op::var, kind::near_one, size, fast, how);
      check<bfloat16>(runner, op::var, kind::near_one, size, fast, how);
      check<double>(runner, op::norm, kind::near_one, size, fast, how);
      check<std::complex<float>>(runner, op::sum, kind::near_one, size, fast, how);
    }
  }
}

// What watches report, but for the bytes between the members of a state, which are copied along with it.
std::string report_of(const watched& watches, op operation) {
  const bool has_gaps = operation == op::prod || operation == op::dot || operation == op::norm;
  std::istringstream lines(watches.report());
  std::string report;
  for (std::string line; std::getline(lines, line);) {
    const bool gap = line.starts_with("uninitialized: reads") && line.find("shared memory") != line.npos;
    if (!(has_gaps && gap)) report += line + "\n";
  }
  return report;
}

template <element T>
void run_watched(kernel_runner& runner, op operation, const options& choice) {
  if (!on_device(operation, dtype_of<T>, choice)) return;
  const watched watches(*runner.simt_machine());
  check<T>(runner, operation, kind::small, 1031, choice, {1, 2});
  EXPECT_EQ(report_of(watches, operation), "") << description<T>(operation, 1031);
}

template <element T>
void sweep(kernel_runner& runner, op operation, const options& choice) {
  if (!on_device(operation, dtype_of<T>, choice)) return;
  for (const kind of : {kind::small, kind::anything, kind::near_one, kind::special}) {
    for (const std::size_t size : {0, 1, 33, 1031}) {
      if (is_expected<T>(operation, of, size, choice)) check<T>(runner, operation, of, size, choice, {1, 2});
    }
  }
  if (operation != op::logsumexp) {  // whose expectation takes its time
    check<T>(runner, operation, kind::small, 5003, choice, {0, {}});
    if (!std::integral<T>) check<T>(runner, operation, kind::near_one, 5003, choice, {0, 3});
  }
  check_strided<T>(runner, operation, "reversed", {{1031}, {-3}, 3 * 1030, 0, false}, choice);
  check_strided<T>(runner, operation, "unaligned", {{333}, {1}, 0, 1, false}, choice);
  check_strided<T>(runner, operation, "swapped", {{333}, {1}, 0, 0, true}, choice);
  check_strided<T>(runner, operation, "transposed", {{7, 3, 11}, {1, 77, 7}, 0, 0, false}, choice);
}

class sweep_of_kernels : public testing::TestWithParam<int> {
 protected:
  static op operation() { return static_cast<op>(GetParam()); }
  // What picks different kernels.
  static std::vector<options> choices() {
    std::vector<options> all = {{}, {.accuracy = accuracy::fast}, {.nan = nan_mode::skip}};
    if (operation() != op::norm) return all;
    for (const norm_order order : {norm_order::one, norm_order::infinity}) {
      all.push_back({.order = order});
      all.push_back({.accuracy = accuracy::fast, .order = order});
    }
    return all;
  }
};

TEST_P(sweep_of_kernels, over_every_dtype) {
  kernel_runner runner;
  for (const options& choice : choices()) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) sweep<cpp_type>(runner, operation(), choice);
#include "warpfold/base/dtypes.def"
  }
}

TEST_P(sweep_of_kernels, under_all_watches) {
  kernel_runner runner;
  if (runner.simt_machine() == nullptr) GTEST_SKIP() << "a GPU has no watches";
  for (const options& choice : choices()) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) run_watched<cpp_type>(runner, operation(), choice);
#include "warpfold/base/dtypes.def"
  }
}

std::string name_of_case(const testing::TestParamInfo<int>& info) {
  return std::string(name_of(static_cast<op>(info.param)));
}
constexpr int operators = 0
#define WARPFOLD_OP(name, inputs, summary) +1
#include "warpfold/reduce/ops.def"
    ;
INSTANTIATE_TEST_SUITE_P(every, sweep_of_kernels, testing::Range(0, operators), name_of_case);

}  // namespace
}  // namespace warpfold::test
