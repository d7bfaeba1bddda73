// The one error type of the library. An error is one line that names the thing, what was found and what was expected.
#pragma once

#include <stdexcept>
#include <string>

namespace warpfold {

// Thrown by every host call that cannot give a right answer: bad arguments, bad files, device failures.
// what() is one line without a trailing full stop or newline, ready to print after "warpfold: ".
class error : public std::runtime_error {
 public:
  explicit error(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace warpfold
