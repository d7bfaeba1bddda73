// Quantities as people read them.
#pragma once

#include <string>

namespace warpfold::tools {

// "1.5 GB": three significant digits and a decimal unit, from B to EB.
std::string bytes_text(double bytes);

// "12.3 ms": three significant digits, from ns to s.
std::string seconds_text(double seconds);

}  // namespace warpfold::tools
