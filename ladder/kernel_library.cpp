#include "ladder/kernel_library.hpp"

#include "ladder/image.hpp"

namespace warpfold::ladder {

devices::kernel& kernel_library::find(const std::string& file, std::string_view kernel) {
  auto& loaded = modules_[file];
  if (!loaded) loaded = machine_->load(image_of(file, machine_->about().compute_capability).ptx);
  return loaded->find(kernel);
}

}  // namespace warpfold::ladder
