// One launch under way, and the partial result that takes what it leaves.
#pragma once

#include <cstdint>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/walk.hpp"
#include "warpfold/reduce/gpu/kernel_cache.hpp"
#include "warpfold/reduce/gpu/workplace.hpp"

namespace warpfold::gpu {

class launched {
 public:
  // All of them must outlive it. Takes the memory that a launch needs, so that starting it takes none.
  launched(devices::machine& machine, const loaded_kernels& kernels, workplace& at)
      : launched(machine, kernels, at, at.result(kernels.choice.state_bytes)) {}
  // The same for states that are to be left at that address.
  launched(devices::machine& machine, const loaded_kernels& kernels, workplace& at, devices::address state)
      : machine_(&machine),
        kernels_(&kernels),
        scratch_(at.scratch(most_blocks * partial_bytes(kernels.choice.state_bytes))),
        state_(state) {}

  // Puts the launch into the stream: over `count` elements, the first of which has that index in the whole array.
  void start(const dense_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in);
  void start(const strided_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in);

  // Elements of a walk from position `first` on, in memory of the machine.
  void start(const cpu::walk& elements, std::int64_t first, std::int64_t count, std::int64_t index,
             devices::stream& in);

  // After the stream has been synchronized: what the last launch has left, in memory that the host can read.
  void collect(cpu::partial& into) const;

 private:
  template <class Arrays>
  void start(devices::kernel& kernel, const Arrays& arrays, std::int64_t count, std::int64_t index,
             devices::stream& in);

  devices::machine* machine_;
  const loaded_kernels* kernels_;
  workspace scratch_;
  devices::address state_;
  std::int64_t count_ = 0;
};

}  // namespace warpfold::gpu
