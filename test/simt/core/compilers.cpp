// What other compilers than nvcc write, executed: test/simt/ptx/samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "test/simt/cases/watched_machine.hpp"

namespace warpfold::simt::test {
namespace {

class sample : public watched_machine {
 public:
  explicit sample(const std::string& name) : watched_machine(".version 9.0\n.target sm_90\n.address_size 64\n") {
    load_file(std::string(WARPFOLD_PTX_SAMPLES "/") + name + ".ptx");
  }
};

// Triton passes two pointers more than the program has arguments.
constexpr std::uint64_t unused = 0;

TEST(compilers, triton_sums_blocks_and_adds_them_atomically) {
  for (const int n : {1, 1000, 1024, 5000}) {
    sample gpu("triton_sum_sm_90");
    std::vector<std::int32_t> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), -7);
    const auto in = gpu.upload(values), out = gpu.upload(std::vector<std::int32_t>{0});
    const launch_shape shape = {
        .grid = {static_cast<std::uint32_t>(n + 1023) / 1024}, .block = {128}, .dynamic_shared_bytes = 16};
    EXPECT_EQ(gpu.launch("sum_all", shape, in, out, n, unused, unused).error, "");
    EXPECT_EQ(gpu.download<std::int32_t>(out, 1)[0], std::accumulate(values.begin(), values.end(), 0)) << n;
    EXPECT_EQ(gpu.told(), "");
  }
}

TEST(compilers, triton_softmax_of_rows_sums_to_1) {
  constexpr int rows = 5, columns = 200;
  sample gpu("triton_softmax_sm_90");
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 37) / 4;
  const auto in = gpu.upload(values), out = gpu.allocate(values.size() * sizeof(float));
  EXPECT_EQ(gpu.launch("softmax_rows", {.grid = {rows}, .block = {128}, .dynamic_shared_bytes = 16}, in, out, columns,
                       unused, unused)
                .error,
            "");
  const auto computed = gpu.download<float>(out, values.size());
  for (std::size_t row = 0; row < rows; ++row) {
    double total = 0;
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) total += std::exp(static_cast<double>(values[i]));
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) {
      const double expected = std::exp(static_cast<double>(values[i])) / total;
      ASSERT_NEAR(static_cast<double>(computed[i]), expected, 1e-5 * expected);
    }
  }
  EXPECT_EQ(gpu.told(), "");
}

TEST(compilers, nvrtc_squares_are_added_by_an_unrolled_loop) {
  sample gpu("nvrtc_sm_90");
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), -500.0);
  const auto in = gpu.upload(values), out = gpu.upload(std::vector<double>{0});
  const std::int64_t n = 1000;
  EXPECT_EQ(gpu.launch("sum_of_squares<double>", {.grid = {2}, .block = {64}}, in, out, n).error, "");
  EXPECT_EQ(gpu.download<double>(out, 1)[0], std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
  EXPECT_EQ(gpu.told(), "");
}

// 32 bytes a lane, with a policy for the cache: what compilers for sm_100 write.
TEST(compilers, vectors_of_eight_move_under_a_cache_policy) {
  watched_machine gpu(
      ".version 9.0\n.target sm_100\n.address_size 64\n"
      ".visible .entry move(.param .u64 from, .param .u64 to) {\n"
      ".reg .b64 in, out, policy;\n.reg .b32 r<8>, lane;\n.reg .pred even;\n"
      "ld.param.u64 in, [from];\nld.param.u64 out, [to];\nmov.u32 lane, %tid.x;\n"
      "mad.wide.u32 in, lane, 32, in;\nmad.wide.u32 out, lane, 32, out;\n"
      "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 policy, 0.5;\n"
      "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::256B.v8.b32 {r0, r1, r2, r3, r4, r5, r6, r7}, [in], policy;\n"
      "and.b32 lane, lane, 1;\nsetp.eq.u32 even, lane, 0;\n"
      "@even st.global.L2::evict_first.L2::cache_hint.v8.f32 [out], {r7, r6, r5, r4, r3, r2, r1, r0}, policy;\n"
      "@!even st.global.v8.u32 [out], {r0, r1, r2, r3, r4, r5, r6, r7};\nret;\n}\n");
  std::vector<std::int32_t> values(32 * 8);
  std::iota(values.begin(), values.end(), 1);
  const auto in = gpu.upload(values), out = gpu.allocate(values.size() * sizeof(std::int32_t));
  EXPECT_EQ(gpu.launch("move", {.block = {32}}, in, out).error, "");
  for (std::size_t lane = 0; lane < 32; lane += 2) {
    std::reverse(values.begin() + static_cast<std::ptrdiff_t>(8 * lane),
                 values.begin() + static_cast<std::ptrdiff_t>(8 * lane + 8));
  }
  EXPECT_EQ(gpu.download<std::int32_t>(out, values.size()), values);
  EXPECT_EQ(gpu.told(), "");
}

// Policies for the cache change no update.
TEST(compilers, atomics_update_under_a_cache_policy) {
  watched_machine gpu(
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry update(.param .u64 to) {\n"
      ".reg .b64 out, policy, wide;\n.reg .b32 old, lane;\n"
      "ld.param.u64 out, [to];\nmov.u32 lane, %tid.x;\n"
      "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n"
      "atom.global.add.L2::cache_hint.u32 old, [out], lane, policy;\n"
      "atom.relaxed.gpu.global.max.L2::cache_hint.s32 old, [out+4], lane, policy;\n"
      "atom.acq_rel.gpu.global.cas.L2::cache_hint.b32 old, [out+8], lane, 7, policy;\n"
      "red.global.inc.L2::cache_hint.u32 [out+12], 100, policy;\n"
      "cvt.u64.u32 wide, lane;\n"
      "red.release.gpu.global.or.L2::cache_hint.b64 [out+16], wide, policy;\n"
      "red.global.add.noftz.L2::cache_hint.f16x2 [out+24], 0x3c003c00, policy;\n"
      "atom.global.exch.L2::cache_hint.b32 old, [out+28], 9, policy;\nret;\n}\n");
  const auto out = gpu.upload(std::vector<std::uint32_t>(8));
  EXPECT_EQ(gpu.launch("update", {.block = {32}}, out).error, "");
  const std::vector<std::uint32_t> expected = {31 * 16, 31, 7, 32, 31, 0, 0x50005000, 9};
  EXPECT_EQ(gpu.download<std::uint32_t>(out, 8), expected);
  EXPECT_EQ(gpu.told(), "");
}

}  // namespace
}  // namespace warpfold::simt::test
