// expected: expected elements one after another in memory
#include <list>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::reduce(warpfold::op::max, std::list<double>{1, 2});
}
