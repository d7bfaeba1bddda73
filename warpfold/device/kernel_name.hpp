// Kernels by the names that people write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpfold::devices {

// The names of the kernels that PTX text defines, as it spells them, in its order.
std::vector<std::string> entry_names(std::string_view ptx);

// The one of `names` that `wanted` means: spelled so, or readable so, or the only one whose readable name begins so.
// Throws error where none or several do, listing them.
std::string match_kernel_name(const std::vector<std::string>& names, std::string_view wanted);

}  // namespace warpfold::devices
