#include "warpfold/reduce/gpu/expanded.hpp"

#include <lzma.h>

#include <array>
#include <cstdint>

#include "warpfold/base/error.hpp"

namespace warpfold::gpu {

std::string expanded(std::string_view packed) {
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_ret status = lzma_stream_decoder(&stream, UINT64_MAX, 0);
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  std::string text;
  std::array<char, 1 << 16> part;
  while (status == LZMA_OK) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(part.data());
    stream.avail_out = part.size();
    status = lzma_code(&stream, LZMA_FINISH);
    text.append(part.data(), part.size() - stream.avail_out);
  }
  lzma_end(&stream);
  if (status != LZMA_STREAM_END)
    throw error("the kernels that the library carries are damaged: expected a whole xz stream");
  return text;
}

}  // namespace warpfold::gpu
