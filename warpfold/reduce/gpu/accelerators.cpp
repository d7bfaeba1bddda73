// The machines that reductions run on, each opened when it is first asked for and kept.
#include <future>
#include <map>
#include <memory>
#include <mutex>

#include "warpfold/base/error.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/gpu/engine.hpp"
#include "warpfold/reduce/gpu/images.hpp"

namespace warpfold {
namespace {

accelerator* gpu_at(int index) {
  static std::mutex mutex;
  static std::map<int, std::unique_ptr<gpu::engine>> opened;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<gpu::engine>& found = opened[index];
  if (!found) {
    // Whoever opens a GPU has entered it for good; the caller may have entered another.
    auto machine = std::async(std::launch::async, [=] { return devices::open_gpu(index); }).get();
    found = std::make_unique<gpu::engine>(std::move(machine));
  }
  return found.get();
}

accelerator* simt_machine() {
  static gpu::engine opened(std::make_unique<devices::simt_machine>());
  return &opened;
}

}  // namespace

accelerator* accelerator_for(engine asked, const device& where) {
  const bool of_gpu = where.type == device_type::cuda || where.type == device_type::cuda_managed;
  switch (asked) {
    case engine::automatic:
      return of_gpu ? gpu_at(where.index) : nullptr;
    case engine::cpu:
      return nullptr;
    case engine::gpu:
      return gpu_at(of_gpu ? where.index : 0);
    case engine::simt:
      return simt_machine();
  }
  return nullptr;
}

void require_engine(engine who) {
  const bool runs_kernels = who == engine::gpu || who == engine::simt;
  if (runs_kernels && kernel_target().empty()) {
    throw error("this build of warpfold has no kernels: it was made without a CUDA compiler");
  }
  accelerator_for(who, {});
}

}  // namespace warpfold
