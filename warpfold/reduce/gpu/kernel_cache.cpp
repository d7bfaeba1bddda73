#include "warpfold/reduce/gpu/kernel_cache.hpp"

#include <utility>

namespace warpfold::gpu {

const loaded_kernels& kernel_cache::find(const accelerator::request& wanted) {
  const options choice = effective(wanted.choice);
  const key sought{wanted.operation, wanted.type,  choice.accuracy,    choice.nan,
                   choice.overflow,  choice.order, choice.result_dtype};
  const std::scoped_lock lock(mutex_);
  auto found = kernels_.find(sought);
  if (found == kernels_.end()) found = kernels_.emplace(sought, load(wanted)).first;
  return found->second;
}

loaded_kernels kernel_cache::load(const accelerator::request& wanted) {
  kernel_choice choice = choose_kernel(wanted.operation, wanted.type, wanted.choice);
  fit(choice, machine_->about());
  devices::module& owner = module_of(choice.dense, choice.image);
  devices::kernel& dense = owner.find(choice.dense);
  devices::kernel& strided = owner.find(choice.strided);
  return {std::move(choice), &dense, &strided};
}

loaded_finish kernel_cache::find_finish(const accelerator::request& wanted) {
  finish_choice choice = choose_finish(wanted.operation, wanted.type, wanted.choice);
  fit(choice, machine_->about());
  const std::scoped_lock lock(mutex_);
  devices::kernel& kernel = module_of(choice.kernel, choice.image).find(choice.kernel);
  return {std::move(choice), &kernel};
}

devices::module& kernel_cache::module_of(const std::string& kernel, const std::string& image) {
  std::unique_ptr<devices::module>& owner = modules_[kernel];
  if (!owner) owner = machine_->load(image);
  return *owner;
}

}  // namespace warpfold::gpu
