// Text that the library carries compressed.
#pragma once

#include <string>
#include <string_view>

namespace warpfold::gpu {

// What xz made `packed` of. Throws error where it is not whole.
std::string expanded(std::string_view packed);

}  // namespace warpfold::gpu
