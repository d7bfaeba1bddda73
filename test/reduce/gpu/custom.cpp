// Reductions by operators of the caller's own, as a program that nvcc compiles makes them, on the SIMT machine.
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include "test/ladder/watched.hpp"
#include "test/reduce/gpu/custom_operators.hpp"
#include "test_custom_kernels.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/reduce/custom_grid.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::test {
namespace {

class custom_kernels : public testing::Test {
 protected:
  custom_kernels()
      : watches_(machine_.inner()),
        stream_(machine_.make_stream()),
        module_(machine_.load(test_custom_kernels::custom_kernels)),
        scratch_(machine_, devices::memory_kind::device, scratch_bytes) {
    machine_.fill(scratch_.address(), std::byte{0}, scratch_bytes, *stream_);
  }
  ~custom_kernels() override { EXPECT_EQ(watches_.report(), ""); }

  // What warpfold::reduce launches, of the kernel whose readable name begins so.
  template <class Out, class First, class Op, class Init>
  Out reduce(const std::string& name, const First& first, std::int64_t n, const Op& op, const Init& init) {
    const devices::buffer out(machine_, devices::memory_kind::pinned, sizeof(Out));
    const auto counters = reinterpret_cast<std::uint64_t*>(scratch_.address());
    const workspace scratch{counters, reinterpret_cast<std::byte*>(counters) + workspace::counter_bytes};
    module_->find("warpfold::detail::reduce_values<" + name)
        .launch({{detail::custom_blocks(n)}, {detail::custom_threads}, {}, 0, false},
                devices::arguments::of(first, n, detail::custom_share(n), op, init, out.address(), scratch), *stream_);
    stream_->synchronize();
    Out result;
    machine_.host_read(&result, out.address(), sizeof result);
    return result;
  }

  template <class Value>
  devices::buffer upload(const std::vector<Value>& values) {
    devices::buffer memory(machine_, devices::memory_kind::device, values.size() * sizeof(Value));
    if (!values.empty()) machine_.upload(memory.address(), values.data(), memory.bytes(), *stream_);
    return memory;
  }

 private:
  static constexpr std::size_t scratch_bytes =
      workspace::counter_bytes + detail::most_custom_blocks * partial_bytes(largest_state);

  devices::simt_machine machine_;
  watched watches_;
  std::unique_ptr<devices::stream> stream_;
  std::unique_ptr<devices::module> module_;
  devices::buffer scratch_;
};

TEST_F(custom_kernels, keep_the_order_of_values) {
  std::mt19937 random(1);
  for (const std::int64_t n : {0, 1, 2, 7, 8, 9, 31, 33, 255, 257, 2047, 2048, 2049, 9973}) {
    std::vector<affine> values(static_cast<std::size_t>(n));
    for (affine& value : values)
      value = {static_cast<std::uint32_t>(random()) | 1, static_cast<std::uint32_t>(random())};
    const affine init{3, 5};
    const devices::buffer memory = upload(values);
    EXPECT_EQ(reduce<affine>("warpfold::test::affine const*", memory.address(), n, then(), init),
              std::accumulate(values.begin(), values.end(), init, then()))
        << n;
  }
}

TEST_F(custom_kernels, case_A23) {
  std::vector<place> values(1000, {1, 0});
  values[0].value = 0;
  for (std::int32_t i = 0; i < 1000; ++i) values[static_cast<std::size_t>(i)].index = i;
  const devices::buffer places = upload(values);
  EXPECT_EQ(
      reduce<place>("warpfold::test::place const*", places.address(), 1000, first_greatest(), place{-1, -1}).index, 1);
  // An int as init does not narrow the sum.
  const devices::buffer halves = upload(std::vector<float>(10, 0.5f));
  EXPECT_EQ(reduce<float>("float const*", halves.address(), 10, add(), std::int32_t{0}), 5.0f);
  EXPECT_EQ(reduce<float>("float const*", halves.address(), 0, add(), std::int32_t{7}), 7.0f);
}

TEST_F(custom_kernels, take_narrow_values_and_any_iterator) {
  for (const std::int64_t n : {1, 100, 2049, 30011}) {
    const devices::buffer bytes = upload(std::vector<std::uint8_t>(static_cast<std::size_t>(n), 200));
    EXPECT_EQ(reduce<std::int64_t>("unsigned char const*", bytes.address(), n, add(), std::int64_t{-5}), 200 * n - 5);
    const auto m = static_cast<std::uint64_t>(n);
    EXPECT_EQ(reduce<std::uint64_t>("warpfold::test::squares", squares(), n, add(), std::uint64_t{0}),
              (m - 1) * m * (2 * m - 1) / 6);
  }
}

}  // namespace
}  // namespace warpfold::test
