#include "tools/program.hpp"
#include "tools/standard_streams.hpp"

int main(int argc, char** argv) {
  warpfold::tools::reserve_standard_streams();
  return warpfold::tools::run_program(argc, argv);
}
