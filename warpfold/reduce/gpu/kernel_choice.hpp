// Which kernel reduces what, and how it is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "warpfold/device/arguments.hpp"
#include "warpfold/device/buffer.hpp"
#include "warpfold/device/launch.hpp"
#include "warpfold/device/properties.hpp"
#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/exact_shape.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// The kernels of one operator on one dtype; what they write is what cpu::partial::append_state takes.
struct kernel_choice {
  std::string image;    // PTX text of these kernels alone
  std::string dense;    // the kernel that takes dense_arrays, for devices::module::find
  std::string strided;  // the kernel that takes strided_arrays
  std::vector<std::byte> op;
  std::size_t state_bytes;
  std::size_t element_bytes;
  warpfold::laws laws;
  std::optional<exact_shape> exact;  // of the kernels of exact sums
  bool starts_early = false;         // devices::launch_shape says what that is
};

// Throws error where the operator has no meaning for the type, where there is no kernel for it (for operators that do
// not commute there are none), and where the library was built without kernels.
kernel_choice choose_kernel(op operation, dtype type, const options& choice);

// Makes the kernels do what that machine is better at, where there are two ways to the same result.
void fit(kernel_choice& kernel, const devices::properties& machine);

// The grid for that many elements. Its workspace needs workspace::counter_bytes, and partial_bytes(state_bytes) for
// each block.
devices::launch_shape shape_of(const kernel_choice& kernel, std::int64_t count, const devices::properties& machine);

// What the kernels take: `first_index` is the index of the first element in the whole array, of which this may be a
// piece; `out` has room for the state, in memory that the device can write. Where the operator is not associative a
// piece must be one that append_state takes.
devices::arguments arguments_of(const kernel_choice& kernel, const dense_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out);
devices::arguments arguments_of(const kernel_choice& kernel, const strided_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out);

}  // namespace warpfold::gpu
