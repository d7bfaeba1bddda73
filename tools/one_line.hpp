// Text of unknown origin, made fit to print.
#pragma once

#include <string>
#include <string_view>

namespace warpfold::tools {

// `text` as one line of valid UTF-8 without control characters: a newline becomes \n, every other byte that may not
// stand there \xNN.
std::string on_one_line(std::string_view text);

}  // namespace warpfold::tools
