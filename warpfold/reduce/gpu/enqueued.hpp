// One reduction that is put into streams and not waited for: its kernels, and the memory that its launches share.
#pragma once

#include <memory>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/gpu/kernel_cache.hpp"
#include "warpfold/reduce/gpu/launched.hpp"
#include "warpfold/reduce/gpu/workplace.hpp"

namespace warpfold::gpu {

class enqueued {
 public:
  // Machine and kernels must outlive it.
  enqueued(devices::machine& machine, kernel_cache& kernels, const accelerator::request& wanted);

  warpfold::laws laws() const { return none_->laws(); }
  // Of elements in memory of the machine. Throws error where there are none and no identity.
  void start(const cpu::walk& elements, devices::address out, devices::stream& in);

 private:
  std::unique_ptr<cpu::partial> none_;
  const loaded_kernels& kernels_;
  loaded_finish finish_;
  workplace place_;
  devices::buffer state_;
  launched work_;
};

}  // namespace warpfold::gpu
