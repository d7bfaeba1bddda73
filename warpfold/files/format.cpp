#include "warpfold/files/format.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/npy_header.hpp"

namespace warpfold::files {
namespace {

struct named_ending {
  std::string_view text;
  files::format format;
};
constexpr named_ending endings[] = {{".npy", format::npy}, {".npz", format::npz}, {".csv", format::csv},
                                    {".txt", format::csv}, {".raw", format::raw}, {".bin", format::raw},
                                    {".dat", format::raw}};

std::optional<format> by_ending(std::string_view path) {
  for (const auto& [text, found] : endings) {
    if (path.ends_with(text)) return found;
  }
  return std::nullopt;
}

std::optional<format> by_magic(std::string_view start) {
  // An archive begins with its first member, or with its end where it has none.
  constexpr std::string_view zip_member{"PK\x03\x04", 4};
  constexpr std::string_view zip_end{"PK\x05\x06", 4};
  if (start.starts_with(npy_magic)) return format::npy;
  if (start.starts_with(zip_member) || start.starts_with(zip_end)) return format::npz;
  return std::nullopt;
}

bool is_text(std::string_view start) {
  return std::none_of(start.begin(), start.end(), [](char character) {
    const auto code = static_cast<unsigned char>(character);
    return code == 0x7fu || (code < 0x20u && std::string_view("\t\n\r").find(character) == std::string_view::npos);
  });
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string_view name_of(format one) {
  constexpr std::array<std::string_view, all_formats.size()> names = {"npy", "npz", "raw", "csv"};
  return names[static_cast<std::size_t>(one)];
}

format recognize(input& source, const std::string& path, const open_options& choice) {
  if (choice.format) return *choice.format;
  if (const auto magic = by_magic(as_text(source.peek(npy_magic.size())))) return *magic;
  if (const auto ending = by_ending(path)) return *ending;
  if (choice.shape || choice.offset) return format::raw;
  const std::string_view start = as_text(source.peek(4096));
  if (!start.empty() && is_text(start)) return format::csv;
  if (choice.type) return format::raw;
  if (start.empty()) {
    throw error(source.name() + ": is empty, expected an array, or --dtype to say what there are no elements of");
  }
  throw error(fmt::format("{}: is neither npy, npz nor text, expected --dtype for raw elements", source.name()));
}

}  // namespace warpfold::files
