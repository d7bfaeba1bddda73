// expected: warpfold has no dtype for elements of this type, expected one of bool std::int8_t
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::sum(std::vector<long double>{1, 2});
}
