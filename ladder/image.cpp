#include "ladder/image.hpp"

#include <fmt/format.h>

#include "ladder/rung.hpp"

namespace warpfold::ladder {

const image& image_of(std::string_view file, int compute_capability) {
  const image* newest = nullptr;
  for (const image& each : images()) {
    if (each.file != file || each.compute_capability > compute_capability) continue;
    if (newest == nullptr || each.compute_capability > newest->compute_capability) newest = &each;
  }
  if (newest == nullptr) {
    throw refusal(fmt::format("no kernels of {} for compute capability {}.{}", file, compute_capability / 10,
                              compute_capability % 10));
  }
  return *newest;
}

}  // namespace warpfold::ladder
