#include "warpfold/files/npy_dtype.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

constexpr std::array<std::pair<std::string_view, dtype>, 15> codes = {{
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) {npy_code, dtype::name},
#include "warpfold/base/dtypes.def"
}};

[[noreturn]] void fail(std::string_view descr) {
  std::string known;
  for (const auto& [code, type] : codes) known += fmt::format("{}{}", known.empty() ? "" : ", ", code);
  throw error(
      fmt::format("dtype '{}' is not supported, expected '<', '>' or '|' and one of {}", printable(descr), known));
}

constexpr char native_mark = std::endian::native == std::endian::little ? '<' : '>';

std::endian byte_order_of(char mark) {
  if (mark == '<') return std::endian::little;
  if (mark == '>') return std::endian::big;
  return std::endian::native;  // '|': it does not matter; '=' and none: this machine's
}

}  // namespace

npy_dtype parse_npy_dtype(std::string_view descr) {
  if (descr == "bfloat16") return {dtype::bfloat16, std::endian::native};
  const bool marked = !descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
  const std::string_view wanted = descr.substr(marked ? 1 : 0);
  for (const auto& [code, type] : codes) {
    if (code == wanted) return {type, byte_order_of(marked ? descr.front() : native_mark)};
  }
  fail(descr);
}

std::string to_npy_descr(const npy_dtype& stored) {
  for (const auto& [code, type] : codes) {
    if (type != stored.type) continue;
    const char mark = size_of(type) == 1 ? '|' : stored.byte_order == std::endian::little ? '<' : '>';
    return fmt::format("{}{}", mark, code);
  }
  throw error("unknown dtype");
}

}  // namespace warpfold::files
