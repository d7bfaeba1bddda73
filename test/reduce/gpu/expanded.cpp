// Kernels that are not what was built are an error.
#include "warpfold/reduce/gpu/expanded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>

#include "warpfold/base/error.hpp"

namespace warpfold::gpu {
namespace {

std::string packed(const std::string& text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  const auto* const in = reinterpret_cast<const std::uint8_t*>(text.data());
  EXPECT_EQ(lzma_easy_buffer_encode(LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64, nullptr, in, text.size(),
                                    reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

std::string some_text(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i * i) + "\n";
  return text;
}

TEST(expanded, is_what_was_packed) {
  for (const std::size_t size : {0u, 1u, 65'535u, 65'536u, 300'000u}) {
    const std::string text = some_text(size);
    EXPECT_EQ(expanded(packed(text)), text) << size << " bytes";
  }
}

TEST(expanded, refuses_every_prefix_and_every_flipped_byte) {
  const std::string whole = packed(some_text(500));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    EXPECT_THROW(expanded(whole.substr(0, at)), error) << at << " bytes of " << whole.size();
    std::string flipped = whole;
    flipped[at] = static_cast<char>(~flipped[at]);
    EXPECT_THROW(expanded(flipped), error) << "byte " << at;
  }
}

}  // namespace
}  // namespace warpfold::gpu
