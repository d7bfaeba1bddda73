#include "warpfold/reduce/calls.hpp"

#include <string>

namespace warpfold {

void detail::require_one_size(std::int64_t a, std::int64_t b) {
  if (a != b) {
    throw error("arrays of " + std::to_string(a) + " and " + std::to_string(b) + " elements, expected one size");
  }
}

void detail::require_count(std::int64_t count) {
  if (count < 0) throw error("count of elements is " + std::to_string(count) + ", expected 0 or more");
}

}  // namespace warpfold
