// The npy reader, from a file and from a pipe, on bytes that libFuzzer makes.
#include "test/files/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpfold::test::read_as_file(data, size, {.format = warpfold::files::format::npy});
  warpfold::test::read_as_pipe(data, size, {.format = warpfold::files::format::npy});
  return 0;
}
