// The kernels that a machine has been asked for, loaded once.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/gpu/finish_choice.hpp"
#include "warpfold/reduce/gpu/kernel_choice.hpp"

namespace warpfold::gpu {

// The kernels of one reduction, on the machine.
struct loaded_kernels {
  kernel_choice choice;
  devices::kernel* dense;
  devices::kernel* strided;
};

// The kernel that makes its results.
struct loaded_finish {
  finish_choice choice;
  devices::kernel* kernel;
};

class kernel_cache {
 public:
  // The machine must outlive the cache, and be entered by whoever calls.
  explicit kernel_cache(devices::machine& machine) : machine_(&machine) {}

  // Valid as long as the cache. Throws error as choose_kernel does, and where the machine cannot load the kernels. May
  // be called from several threads.
  const loaded_kernels& find(const accelerator::request& wanted);
  // The kernel is valid as long as the cache. Throws error as choose_finish does, and where the machine cannot load it.
  loaded_finish find_finish(const accelerator::request& wanted);

 private:
  // What a kernel depends on; the rest of the options comes after it.
  using key = std::tuple<op, dtype, accuracy, nan_mode, overflow, norm_order, std::optional<dtype>>;

  loaded_kernels load(const accelerator::request& wanted);
  // The module of that kernel: of `image`, where it is not there yet.
  devices::module& module_of(const std::string& kernel, const std::string& image);

  devices::machine* machine_;
  std::mutex mutex_;
  std::map<key, loaded_kernels> kernels_;
  std::map<std::string, std::unique_ptr<devices::module>> modules_;  // by a kernel's name: operators share kernels
};

}  // namespace warpfold::gpu
