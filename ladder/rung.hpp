// A rung as the host sees it: how its kernels are launched so that n elements become one sum.
//
// A rung is one file, ladder/sum/rungNN_idea.cu, read twice: nvcc makes PTX of its kernels, and the C++ compiler enters
// the launches, which stand below `#else`, into the list of rungs. Nothing else has to know of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/base/dtype.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/device/arguments.hpp"
#include "warpfold/device/buffer.hpp"
#include "warpfold/device/launch.hpp"
#include "warpfold/device/properties.hpp"

namespace warpfold::ladder {

// What is to be summed, by how large blocks, on which machine, and where results and intermediate results go.
struct problem {
  dtype type;
  std::uint64_t n;
  unsigned block;             // threads
  devices::address in;        // n elements from a multiple of 16 bytes on
  devices::address out;       // one element
  devices::address counters;  // counter_bytes of zeros, which the kernels leave zero again
  devices::address partials;  // partial_elements(n, block) elements
  const devices::properties* machine;
};

inline constexpr std::size_t counter_bytes = 256 << 10;

// The most partial sums that one launch leaves, up to a multiple of 16 bytes, and so the room for the launch after it:
// both lie in `partials`.
std::uint64_t partials_of_one_launch(std::uint64_t n, unsigned block);
std::uint64_t partial_elements(std::uint64_t n, unsigned block);

// One launch of a plan.
struct step {
  std::string kernel;  // readable: "sequential<int>"
  devices::launch_shape shape;
  devices::arguments values;
};
using plan = std::vector<step>;

// Why a rung does not run a problem that another may: thrown by its plan.
class refusal : public error {
  using error::error;
};

struct rung {
  int number;
  std::string_view form;   // "" for the rung itself; "xor" for a variant beside it
  std::string_view title;  // what it does, in a few words
  // The launches, in order, after which `out` holds the sum. Throws refusal.
  std::function<plan(const problem&)> launches;
  std::string file;  // "rung03_sequential": set on entry

  std::string label() const { return std::to_string(number) + (form.empty() ? "" : " " + std::string(form)); }
};

// Every rung, by number, forms after the rung itself.
const std::vector<rung>& rungs();
// The rung itself of that number. Throws error where there is none.
const rung& rung_of(int number);

// A rung enters the list by a global of this type in its own file.
class registration {
 public:
  explicit registration(rung entry, const char* path = __builtin_FILE());
};

// "kernel<int>", "kernel<double, 256u>": the instance of a kernel template for a dtype of the ladder.
// Throws refusal for a dtype that the ladder has no instances for.
std::string instance(std::string_view kernel, dtype type, std::string_view more_parameters = "");

// The number of blocks for `count` elements.
using grid_size = std::function<std::uint64_t(std::uint64_t count)>;

// Launches of a kernel (const T* in, T* partials, size_t n) that leaves one partial sum for each cluster of blocks
// (each block, without clusters): over the elements, then over the partial sums, until one is left.
// Throws refusal where a launch leaves as much as it took.
plan passes(const problem& sum, const std::string& kernel, const grid_size& blocks, std::size_t shared_bytes,
            unsigned cluster = 1);

// As many blocks as the machine holds at once, where threads are the only limit.
std::uint64_t resident_blocks(const problem& sum);
// Blocks for N / log N threads that stride over N = `count` elements, two at a time: no more than have a pair each, nor
// than the machine holds at once.
std::uint64_t strided_blocks(const problem& sum, std::uint64_t count);

void require_power_of_two(const problem& sum);
void require_whole_warps(const problem& sum);
void require_compute_capability(const problem& sum, int least);

inline std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}
// The blocks that `count` elements need; one for none.
inline std::uint64_t blocks_to_cover(std::uint64_t count, std::uint64_t per_block) {
  return count == 0 ? 1 : divide_up(count, per_block);
}

}  // namespace warpfold::ladder
