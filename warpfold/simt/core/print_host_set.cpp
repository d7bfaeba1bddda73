// Prints the widest instruction set of this machine for which the SIMT machine's bodies can be compiled.
#include <cstdio>

#include "warpfold/simt/core/host_set.hpp"

int main() {
  std::puts(warpfold::simt::name_of(warpfold::simt::widest_host_set()));
}
