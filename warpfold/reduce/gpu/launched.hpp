// One launch under way, and the partial result that takes what it leaves.
#pragma once

#include <cstdint>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
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

  // After the stream has been synchronized.
  void collect(cpu::partial& into) const;

 private:
  template <class Arrays>
  void start(devices::kernel& kernel, const Arrays& arrays, std::int64_t count, std::int64_t index,
             devices::stream& in);

  devices::machine* machine_;
  const loaded_kernels* kernels_;
  workplace* at_;
  std::int64_t count_ = 0;
};

}  // namespace warpfold::gpu
