// The csv reader on bytes that libFuzzer makes: the first byte chooses the dtype, the second the column.
#include "test/files/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto type = static_cast<warpfold::dtype>(data[0] % (static_cast<int>(warpfold::dtype::complex128) + 1));
  const char* const columns[] = {"", "0", "1", "x"};
  warpfold::test::read_as_file(data + 2, size - 2,
                               {.format = warpfold::files::format::csv, .type = type, .column = columns[data[1] % 4]});
  return 0;
}
