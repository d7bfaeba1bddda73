// The special registers of the ISA (section 10), by name.
#pragma once

#include <string_view>

namespace warpfold::simt::ptx {

// Of "%tid" whether the ISA has such a register; `%tid.x` is asked for as "%tid".
bool is_special_register(std::string_view name);

// Whether it is a vector of the components .x, .y, .z and .w.
bool is_special_vector(std::string_view name);

}  // namespace warpfold::simt::ptx
