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
  // All of them must outlive it.
  launched(devices::machine& machine, const loaded_kernels& kernels, workplace& at)
      : machine_(&machine), kernels_(&kernels), at_(&at) {}

  // Puts the launch into the stream: over `count` elements, the first of which has that index in the whole array.
  void start(const dense_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in);
  void start(const strided_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in);

  // Elements of a walk from position `first` on, in memory of the machine.
  void start(const cpu::walk& elements, std::int64_t first, std::int64_t count, std::int64_t index,
             devices::stream& in);
  // Takes the memory that a launch needs, so that starting it takes none.
  void reserve() {
    scratch();
    state();
  }

  // After the stream has been synchronized: what the last launch has left, or, of any launch, so many elements' state.
  void collect(cpu::partial& into) const { collect(into, count_); }
  void collect(cpu::partial& into, std::int64_t count) const;

 private:
  workspace scratch() { return at_->scratch(most_blocks * partial_bytes(kernels_->choice.state_bytes)); }
  devices::address state() const { return at_->result(kernels_->choice.state_bytes); }
  template <class Arrays>
  void start(devices::kernel& kernel, const Arrays& arrays, std::int64_t count, std::int64_t index,
             devices::stream& in);

  devices::machine* machine_;
  const loaded_kernels* kernels_;
  workplace* at_;
  std::int64_t count_ = 0;
};

}  // namespace warpfold::gpu
