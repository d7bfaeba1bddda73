// libFuzzer target: any bytes are a module or a warpfold::error.
#include <cstdint>
#include <string_view>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/ptx/module.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    warpfold::simt::ptx::parse(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
  } catch (const warpfold::error&) {
  }
  return 0;
}
