// A test of a kernel without a GPU: the SIMT machine runs its PTX, warp by warp, under watch.
//
// Shows how a kernel is loaded and launched, how a watch finds a mistake that a GPU would hide, and what a launch
// costs. A project that lets nvcc make the PTX is test/consumers/kernel_test. The program links warpfold::simt. Prints
//
//   with the barrier: reversed, 0 races
//   without it: races found
//   sectors loaded 8, bank conflicts 0
#include <warpfold/simt/machine.hpp>
#include <warpfold/simt/watch/counters.hpp>
#include <warpfold/simt/watch/watch.hpp>

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

namespace {

// Reverses the 64 elements of a block by way of shared memory, in place. BARRIER is to stand where the warps wait for
// each other.
constexpr const char* reverse = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry reverse(.param .u64 values) {
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 tile[256];
  ld.param.u64 %rd1, [values];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  mov.u32 %r3, tile;
  mad.lo.s32 %r4, %r1, 4, %r3;
  st.shared.u32 [%r4], %r2;
  BARRIER
  mul.lo.s32 %r5, %r1, -4;
  add.s32 %r5, %r5, %r3;
  ld.shared.u32 %r2, [%r5+252];
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

std::string reverse_with(const std::string& barrier) {
  std::string text = reverse;
  const std::string place = "BARRIER";
  return text.replace(text.find(place), place.size(), barrier);
}

struct trial {
  std::vector<int> values = std::vector<int>(64);
  std::size_t races = 0;
  warpfold::simt::counters cost;
};

trial run(const std::string& ptx) {
  trial done;
  std::iota(done.values.begin(), done.values.end(), 0);
  warpfold::simt::machine gpu;
  gpu.load(ptx);
  const auto race = warpfold::simt::make_watch("race");
  warpfold::simt::counting_observer counting;
  gpu.attach(*race);
  gpu.attach(counting);

  const auto values = gpu.upload(done.values);
  const auto outcome = gpu.launch("reverse", {.grid = {1}, .block = {64}}, values);
  if (!outcome.error.empty()) std::printf("%s\n", outcome.error.c_str());
  done.values = gpu.download<int>(values, done.values.size());
  done.races = race->findings().size();
  done.cost = counting.total();
  return done;
}

}  // namespace

int main() {
  const trial right = run(reverse_with("bar.sync 0;"));
  const bool reversed = right.values.front() == 63 && right.values.back() == 0;
  std::printf("with the barrier: %s, %zu races\n", reversed ? "reversed" : "not reversed", right.races);

  const trial wrong = run(reverse_with(""));
  std::printf("without it: %s\n", wrong.races == 0 ? "no race" : "races found");

  std::printf("sectors loaded %llu, bank conflicts %llu\n",
              static_cast<unsigned long long>(right.cost.global_load_sectors),
              static_cast<unsigned long long>(right.cost.shared_load_conflicts + right.cost.shared_store_conflicts));
}
