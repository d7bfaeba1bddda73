// The last step on a machine gives the bits that it gives on the host, for every type of results, where these overflow,
// underflow and lie between two numbers: kernel_runner compares them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "test/reduce/gpu/kernel_runner.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/reduce/engine.hpp"

namespace warpfold::test {
namespace {

// Values whose sums lie at the ends of a type's range, or between two of its numbers.
template <element T>
std::vector<std::vector<T>> special_arrays() {
  using part = typename part_type<T>::type;
  std::vector<std::vector<T>> arrays;
  const auto add = [&](std::initializer_list<double> values) {
    arrays.emplace_back();
    for (const double value : values) arrays.back().push_back(static_cast<T>(oracle::narrow<part>(value)));
  };
  if constexpr (std::integral<T>) {
    constexpr T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    for (const std::vector<T>& each : std::vector<std::vector<T>>{{greatest},
                                                                  {least},
                                                                  {least, least, least},
                                                                  {greatest, greatest, greatest, greatest, greatest},
                                                                  {1, 0, 1}}) {
      arrays.push_back(each);
    }
  } else {
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    add({-0.0});
    add({-0.0, 0.0});
    add({nan, 1});
    add({infinity, 1});
    add({-infinity, -1});
    add({infinity, -infinity});
    add({2048, 1});  // ties of float16
    add({2050, 1});
    add({256, 1});     // of bfloat16
    add({0x1p24, 1});  // of float32
    add({0x1p53, 1});  // of float64
    add({0x1p53, 1, 0x1p-900});
    add({65504, 15});  // about where float16 overflows
    add({65504, 16});
    add({-65504, -16});
    add({0x1.fffffep127, 0x1p103});
    add({0x1.fffffffffffffp1023, 0x1p970});
    add({0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023});
    add({0x1p-24, -0x1p-25});  // subnormal
    add({0x1p-25});
    add({0x1.8p-25, 0x1p-24});
    add({0x1p-149, 0x1p-150});
    add({0x1p-1074, 0x1p-1074});
    add({3 * 0x1p-1074, 0x1p1000, -0x1p1000});
  }
  return arrays;
}

bool is_possible(op operation, dtype type, const options& choice) {
  try {
    cpu::make_partial(operation, type, choice);
    return true;
  } catch (const error&) {
    return false;
  }
}

constexpr std::array every_dtype{
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) dtype::name,
#include "warpfold/base/dtypes.def"
};

class finishes : public testing::TestWithParam<int> {
 protected:
  static op operation() { return static_cast<op>(GetParam()); }
  static std::vector<options> choices() {
    const options exact{.overflow = overflow::wrap};
    const options fast{.accuracy = accuracy::fast, .overflow = overflow::wrap};
    std::vector<options> all = {exact, fast};
    for (options choice : {exact, fast}) {
      if (operation() == op::var || operation() == op::std) {
        for (const std::int64_t ddof : {-3, 1}) {
          choice.ddof = ddof;
          all.push_back(choice);
        }
      }
      if (operation() == op::norm) {
        for (const norm_order order : {norm_order::one, norm_order::infinity}) {
          choice.order = order;
          all.push_back(choice);
        }
      }
    }
    if (operation() == op::prod || operation() == op::logsumexp) {  // whose result dtype picks the kernel
      for (const dtype result : {dtype::float32, dtype::float64}) all.push_back({.result_dtype = result});
    }
    return all;
  }

  // The result dtypes for which the kernels that these options ask for leave the state.
  static std::vector<dtype> results_of(dtype type, const options& choice) {
    const std::string kernel = gpu::choose_kernel(operation(), type, choice).dense;
    std::vector<dtype> results;
    for (const dtype result : every_dtype) {
      options asked = choice;
      asked.result_dtype = result;
      if (!is_possible(operation(), type, asked)) continue;
      if (gpu::choose_kernel(operation(), type, asked).dense == kernel) results.push_back(result);
    }
    return results;
  }

  template <element T>
  void sweep(kernel_runner& runner) {
    for (const options& choice : choices()) {
      if (!is_possible(operation(), dtype_of<T>, choice)) continue;
      const std::vector<dtype> results = results_of(dtype_of<T>, choice);
      for (const std::vector<T>& array : special_arrays<T>()) {
        runner.reduce_dense(operation(), array, std::vector<T>(array.size(), T{1}), choice);
        for (const dtype result : results) {
          options asked = choice;
          asked.result_dtype = result;
          runner.finish(operation(), dtype_of<T>, static_cast<std::int64_t>(array.size()), asked);
        }
      }
    }
  }
};

TEST_P(finishes, as_the_host_does) {
  if (kernel_target().empty()) GTEST_SKIP() << "built without kernels";
  kernel_runner runner;
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) sweep<cpp_type>(runner);
#include "warpfold/base/dtypes.def"
}

std::string name_of_case(const testing::TestParamInfo<int>& info) {
  return std::string(name_of(static_cast<op>(info.param)));
}
constexpr int operators = 0
#define WARPFOLD_OP(name, inputs, summary) +1
#include "warpfold/reduce/ops.def"
    ;
INSTANTIATE_TEST_SUITE_P(every, finishes, testing::Range(0, operators), name_of_case);

}  // namespace
}  // namespace warpfold::test
