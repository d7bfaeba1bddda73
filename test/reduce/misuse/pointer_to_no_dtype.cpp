// expected: warpfold has no dtype for elements of this type, expected one of bool std::int8_t
#include "warpfold/warpfold.hpp"

void misuse() {
  const char text[] = "text";
  warpfold::max(&text[0], 4);
}
