// One reduction that is put into streams and not waited for: its kernel, the memory that its launches share, and the
// host's part, which follows them in the stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/gpu/launched.hpp"
#include "warpfold/reduce/gpu/workplace.hpp"

namespace warpfold::gpu {

class enqueued {
 public:
  // Machine and kernels must outlive it.
  enqueued(devices::machine& machine, const loaded_kernels& kernels, const accelerator::request& wanted);
  enqueued(const enqueued&) = delete;
  enqueued& operator=(const enqueued&) = delete;

  warpfold::laws laws() const { return none_->laws(); }
  // Of elements in memory of the machine. Throws error where there are none and no identity.
  void start(const cpu::walk& elements, devices::address out, devices::stream& in);

 private:
  // What the host is told when the stream comes to its part; at the same address for as long as a graph may run it.
  struct host_part {
    const enqueued* owner;
    std::int64_t count;
  };
  static void finish(void* part);
  void finish(std::int64_t count) const;

  devices::machine* machine_;
  std::unique_ptr<cpu::partial> none_;
  workplace place_;
  launched work_;
  devices::buffer result_;  // on the host, on its way to `out`
  std::map<std::int64_t, host_part> host_parts_;
};

}  // namespace warpfold::gpu
