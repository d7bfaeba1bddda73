// Which kernel makes a result of the state that a reduction has left, and how it is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "warpfold/device/arguments.hpp"
#include "warpfold/device/buffer.hpp"
#include "warpfold/device/launch.hpp"
#include "warpfold/device/properties.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::gpu {

// The kernel that finishes what the kernels of one operator on one dtype leave (kernel_choice.hpp).
struct finish_choice {
  std::string image;   // PTX text of this kernel alone
  std::string kernel;  // for devices::module::find
  std::vector<std::byte> op;
  std::size_t skipped_at = 0;  // where in the state the number of elements left out stands; 0: none are
  bool starts_early = false;   // devices::launch_shape says what that is
};

// For a result dtype that cpu::make_partial does not refuse. Throws error where the operator has no meaning for the
// type, and where the library was built without kernels.
finish_choice choose_finish(op operation, dtype type, const options& choice);

// Makes the kernel do what that machine is better at.
void fit(finish_choice& finish, const devices::properties& machine);

devices::launch_shape shape_of(const finish_choice& finish);
// For the state of so many elements; `out` has room for the result, in memory that the device can write.
devices::arguments arguments_of(const finish_choice& finish, devices::address state, std::int64_t count,
                                devices::address out);

}  // namespace warpfold::gpu
