#include "ladder/rung.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <limits>
#include <tuple>

#include <fmt/format.h>

namespace warpfold::ladder {
namespace {

std::vector<rung>& list() {
  static std::vector<rung> all;
  return all;
}

std::string_view cpp_name(dtype type) {
  switch (type) {
    case dtype::int32:
      return "int";
    case dtype::int64:
      return "long";
    case dtype::float32:
      return "float";
    case dtype::float64:
      return "double";
    default:
      throw refusal(fmt::format("the ladder sums int32, int64, float32 and float64, not {}", name_of(type)));
  }
}

std::uint32_t grid_extent(std::uint64_t blocks) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (blocks > most) throw refusal(fmt::format("needs {} blocks, a grid has at most {}", blocks, most));
  return static_cast<std::uint32_t>(blocks);
}

}  // namespace

std::uint64_t partials_of_one_launch(std::uint64_t n, unsigned block) {
  const std::uint64_t partials = std::max<std::uint64_t>(1, divide_up(n, std::max(2u, block)));
  return 4 * divide_up(partials, 4);  // what lies behind them is read by 16 bytes at once
}

std::uint64_t partial_elements(std::uint64_t n, unsigned block) {
  const std::uint64_t first = partials_of_one_launch(n, block);
  return first + partials_of_one_launch(first, block);
}

const std::vector<rung>& rungs() {
  return list();
}

const rung& rung_of(int number) {
  for (const rung& each : list()) {
    if (each.number == number) return each;
  }
  throw error(fmt::format("no rung {}", number));
}

registration::registration(rung entry, const char* path) {
  entry.file = std::filesystem::path(path).stem().string();
  const auto order = [](const rung& r) { return std::tuple(r.number, !r.form.empty(), r.form); };
  const auto place = std::upper_bound(list().begin(), list().end(), entry,
                                      [&](const rung& a, const rung& b) { return order(a) < order(b); });
  list().insert(place, std::move(entry));
}

std::string instance(std::string_view kernel, dtype type, std::string_view more_parameters) {
  return fmt::format("{}<{}{}{}>", kernel, cpp_name(type), more_parameters.empty() ? "" : ", ", more_parameters);
}

plan passes(const problem& sum, const std::string& kernel, const grid_size& blocks, std::size_t shared_bytes,
            unsigned cluster) {
  const devices::address first = sum.partials;
  const devices::address second = first + partials_of_one_launch(sum.n, sum.block) * size_of(sum.type);
  plan all;
  devices::address from = sum.in;
  std::uint64_t count = sum.n;
  do {
    const std::uint64_t grid = blocks(count);
    const std::uint64_t left = grid / cluster;
    if (left > 1 && left >= count) {
      throw refusal(fmt::format("a block of {} would leave {} partial sums of {}", sum.block, left, count));
    }
    const devices::address to = left == 1 ? sum.out : from == first ? second : first;
    devices::launch_shape shape{{grid_extent(grid)}, {sum.block}, {}, shared_bytes, false};
    if (cluster > 1) shape.cluster = devices::extent{cluster};
    all.push_back({kernel, shape, devices::arguments::of(from, to, count)});
    from = to;
    count = left;
  } while (count > 1);
  return all;
}

std::uint64_t resident_blocks(const problem& sum) {
  const devices::properties& machine = *sum.machine;
  const unsigned per_sm = static_cast<unsigned>(machine.max_threads_per_sm) / sum.block;
  return static_cast<std::uint64_t>(machine.sms) *
         std::clamp(per_sm, 1u, static_cast<unsigned>(std::max(1, machine.max_blocks_per_sm)));
}

std::uint64_t strided_blocks(const problem& sum, std::uint64_t count) {
  const std::uint64_t threads = count / std::max(1, static_cast<int>(std::bit_width(count)) - 1);
  const std::uint64_t pairs = divide_up(count, 2);
  return std::clamp<std::uint64_t>(divide_up(std::min(threads, pairs), sum.block), 1, resident_blocks(sum));
}

void require_power_of_two(const problem& sum) {
  if ((sum.block & (sum.block - 1)) == 0) return;
  throw refusal(fmt::format("a block of {} threads: needs a power of two from 1 to 1024", sum.block));
}

void require_whole_warps(const problem& sum) {
  if (sum.block % 32 == 0) return;
  throw refusal(fmt::format("a block of {} threads: needs whole warps of 32", sum.block));
}

void require_compute_capability(const problem& sum, int least) {
  const int found = sum.machine->compute_capability;
  if (found >= least) return;
  throw refusal(fmt::format("compute capability {}.{}: needs {}.{}", found / 10, found % 10, least / 10, least % 10));
}

}  // namespace warpfold::ladder
