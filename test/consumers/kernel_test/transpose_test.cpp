// Tests of a CUDA kernel on machines without a GPU: what it computes, whether it is correct under any schedule, and
// what it costs. TRANSPOSE_PTX is the kernel's PTX.
#include <gtest/gtest.h>
#include <warpfold/simt/machine.hpp>
#include <warpfold/simt/watch/counters.hpp>
#include <warpfold/simt/watch/watch.hpp>

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace warpfold;

// A machine under all watches.
class machine : public simt::machine {
 public:
  explicit machine(simt::machine_settings settings = {}) : simt::machine(std::move(settings)) {
    load_file(TRANSPOSE_PTX);
    for (const auto& each : simt::all_watches()) {
      watches_.push_back(simt::make_watch(each.name));
      attach(*watches_.back());
    }
  }

  std::vector<float> transpose(const std::vector<float>& matrix, int rows, int columns) {
    const auto tiles = [](int length) { return static_cast<std::uint32_t>((length + 31) / 32); };
    const auto in = upload(matrix), out = allocate(matrix.size() * sizeof(float));
    const auto outcome =
        launch("transpose", {.grid = {tiles(columns), tiles(rows)}, .block = {32, 8}}, in, out, rows, columns);
    EXPECT_EQ(outcome.error, "");
    auto result = download<float>(out, matrix.size());
    release(in);
    release(out);
    return result;
  }

  // What the watches have found, a line each.
  std::string findings() const {
    std::string text;
    for (const auto& watch : watches_) {
      for (const auto& found : watch->findings()) text += to_string(found) + "\n";
    }
    return text;
  }

 private:
  std::vector<std::unique_ptr<simt::watch>> watches_;
};

std::vector<float> counted(int size) {
  std::vector<float> values(static_cast<std::size_t>(size));
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

void expect_transposed(machine& gpu, int rows, int columns) {
  const std::vector<float> result = gpu.transpose(counted(rows * columns), rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      ASSERT_EQ(result[static_cast<std::size_t>(column * rows + row)], static_cast<float>(row * columns + column));
    }
  }
  EXPECT_EQ(gpu.findings(), "") << rows << " by " << columns;
}

TEST(transpose, is_right_for_any_shape) {
  machine gpu;
  for (const int rows : {1, 31, 32, 33, 100}) {
    for (const int columns : {1, 7, 32, 65}) expect_transposed(gpu, rows, columns);
  }
}

TEST(transpose, does_not_depend_on_which_threads_run_first) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    machine gpu({.seed = seed});
    expect_transposed(gpu, 50, 70);
  }
}

TEST(transpose, reads_and_writes_whole_sectors_and_has_no_bank_conflicts) {
  machine gpu;
  simt::counting_observer counting;
  gpu.attach(counting);
  gpu.transpose(counted(64 * 64), 64, 64);
  const simt::counters cost = counting.total();
  EXPECT_EQ(cost.shared_load_conflicts + cost.shared_store_conflicts, 0u);
  EXPECT_EQ(cost.global_load_sectors, 64u * 64 * sizeof(float) / 32);
  EXPECT_EQ(cost.global_store_sectors, 64u * 64 * sizeof(float) / 32);
}

}  // namespace
