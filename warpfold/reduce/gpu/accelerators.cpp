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

const accelerator_room room{gpu_at, simt_machine, gpu::image_target()};

}  // namespace
}  // namespace warpfold

// A program that is linked with --undefined=warpfold_gpu, as the library asks for, has this room: a linker takes
// nothing else from a static library that nobody refers to.
extern "C" {
extern const bool warpfold_gpu;
const bool warpfold_gpu = warpfold::register_accelerators(warpfold::room);
}
