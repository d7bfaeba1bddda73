// The npz reader on bytes that libFuzzer makes.
#include "test/files/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpfold::test::read_as_file(data, size, {.format = warpfold::files::format::npz});
  warpfold::test::read_as_file(data, size, {.format = warpfold::files::format::npz, .member = "a"});
  return 0;
}
