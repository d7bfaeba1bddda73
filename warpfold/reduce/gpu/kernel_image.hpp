// The texts of kernels: how the host names one that templates have made, and what of an image it hands to a machine.
#pragma once

#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "warpfold/base/readable_name.hpp"
#include "warpfold/device/properties.hpp"

namespace warpfold::gpu {

// A type whose readable name, with the kernel's in place of its own, is that of a kernel.
template <class... Parameters>
struct kernel_for {};

// The readable name of the kernel template `kernel` for those parameters.
template <class... Parameters>
std::string kernel_name(const std::string& kernel) {
  constexpr std::string_view placeholder = "kernel_for";
  std::string name = readable_name(std::string("_Z") + typeid(kernel_for<Parameters...>).name());
  return name.replace(name.find(placeholder), placeholder.size(), kernel);
}

// PTX text of some of an image's kernels, so that a driver need not compile all of them. Throws error where the image
// is empty, as in a build without kernels.
std::string image_of(std::string_view image, const std::vector<std::string>& readable_names);

// The same kernels for compute capability 9.0, waiting for earlier ones where they are marked to do so
// (earlier_kernels.cuh).
std::string with_early_start(std::string image);

// Where the machine can, has the kernels that were chosen started before earlier ones have ended.
template <class Choice>
void let_start_early(Choice& chosen, const devices::properties& machine) {
  if (machine.compute_capability < 90) return;
  chosen.image = with_early_start(std::move(chosen.image));
  chosen.starts_early = true;
}

}  // namespace warpfold::gpu
