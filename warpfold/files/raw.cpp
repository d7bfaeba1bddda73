#include "warpfold/files/raw.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/byte_count.hpp"
#include "warpfold/files/mapped_array.hpp"
#include "warpfold/files/mapping.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/streamed_array.hpp"

namespace warpfold::files {
namespace {

std::int64_t offset_of(const open_options& choice) {
  return choice.offset.value_or(0);
}

void require_choice(const open_options& choice) {
  if (!choice.type) throw error("raw elements have no type, expected --dtype");
  if (offset_of(choice) < 0) throw error(fmt::format("offset is {}, expected 0 or more", offset_of(choice)));
  if (choice.shape) byte_count(*choice.shape, *choice.type);
}

// The shape of `bytes` bytes of elements: the one chosen, or one axis.
dimensions shape_of(std::int64_t bytes, const open_options& choice) {
  const auto element_bytes = static_cast<std::int64_t>(size_of(*choice.type));
  if (!choice.shape && bytes % element_bytes != 0) {
    throw error(fmt::format("{} bytes are left over after {} elements of {}, expected a multiple of {}",
                            bytes % element_bytes, bytes / element_bytes, name_of(*choice.type), element_bytes));
  }
  if (!choice.shape) return {bytes / element_bytes};
  const std::int64_t expected = byte_count(*choice.shape, *choice.type);
  if (bytes > expected) {
    throw error(fmt::format("{} bytes are left over after shape {} of {}, expected {} bytes instead of {}",
                            bytes - expected, to_string(*choice.shape), name_of(*choice.type), expected, bytes));
  }
  if (bytes < expected) {
    throw error(fmt::format("holds {} bytes from offset {} on, expected {} for shape {} of {}", bytes,
                            offset_of(choice), expected, to_string(*choice.shape), name_of(*choice.type)));
  }
  return *choice.shape;
}

dimensions shape_in_file(std::int64_t file_bytes, const open_options& choice) {
  const std::int64_t offset = offset_of(choice);
  if (offset > file_bytes) {
    throw error(fmt::format("holds {} bytes, expected at least the offset of {}", file_bytes, offset));
  }
  return shape_of(file_bytes - offset, choice);
}

void skip(byte_source& source, std::int64_t bytes) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::int64_t>(bytes, 1 << 16)));
  for (std::int64_t left = bytes; left > 0;) {
    const auto wanted = std::min(buffer.size(), static_cast<std::size_t>(left));
    const std::size_t count = read_fully(source, std::span(buffer).first(wanted));
    left -= static_cast<std::int64_t>(count);
    if (count < wanted) {
      throw error(fmt::format("holds {} bytes, expected at least the offset of {}", bytes - left, bytes));
    }
  }
}

}  // namespace

std::unique_ptr<array_file> open_raw(input source, const open_options& choice) {
  const std::string name = source.name();
  naming(name, [&] { require_choice(choice); });
  if (std::unique_ptr<mapping> pages = mapping::of(source)) {
    const dimensions shape = naming(name, [&] { return shape_in_file(*source.size(), choice); });
    const array_view view(*choice.type, pages->bytes().data() + offset_of(choice), shape);
    return std::make_unique<mapped_array>(format::raw, std::move(source), std::move(pages), view);
  }
  naming(name, [&] { skip(source, offset_of(choice)); });
  return std::make_unique<streamed_array>(
      name, std::make_unique<input>(std::move(source)),
      streamed_array::layout{format::raw, *choice.type, std::endian::native, choice.shape});
}

}  // namespace warpfold::files
