#include "warpfold/files/npy_header.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/python_literal.hpp"

namespace warpfold::files {
namespace {

// Far above what the longest shape needs; numpy itself refuses texts above 10000 bytes unless told to trust the file.
constexpr std::uint32_t longest_text = std::uint32_t{1} << 20;

std::span<std::byte> bytes_of(std::string& text) {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

// The next `size` bytes; `part` names them in the error where there are fewer.
std::string take(byte_source& source, std::size_t size, std::string_view part) {
  std::string bytes(size, '\0');
  const std::size_t found = read_fully(source, bytes_of(bytes));
  if (found < size) throw error(fmt::format("ends after {} bytes of its {}, expected {}", found, part, size));
  return bytes;
}

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void require_magic(byte_source& source) {
  const std::string found = take(source, npy_magic.size(), "magic number");
  if (found != npy_magic) {
    throw error(
        fmt::format("begins with '{}', expected the magic number '\\x93NUMPY' of a npy file", printable(found)));
  }
}

// How many bytes the length of the text takes.
std::size_t take_version(byte_source& source) {
  const std::string version = take(source, 2, "version");
  const int major = static_cast<unsigned char>(version[0]);
  const int minor = static_cast<unsigned char>(version[1]);
  if (major < 1 || major > 3 || minor != 0) {
    throw error(fmt::format("has npy version {}.{}, expected 1.0, 2.0 or 3.0", major, minor));
  }
  return major == 1 ? 2 : 4;
}

// The value of a key that may stand in the header once.
template <class T>
void set_once(std::optional<T>& target, const T& value, std::string_view key) {
  if (target) throw error(fmt::format("header has '{}' twice, expected it once", key));
  target = value;
}

template <class T>
T require(const std::optional<T>& value, std::string_view key) {
  if (!value) throw error(fmt::format("header has no '{}', expected 'descr', 'fortran_order' and 'shape'", key));
  return *value;
}

npy_dtype take_descr(python_literal& literal) {
  if (literal.peek() == '[') throw error("dtype is structured, expected elements of one type");
  if (literal.peek() == '(') throw error("dtype has a shape of its own, expected elements of one type");
  return parse_npy_dtype(literal.string());
}

}  // namespace

npy_header parse_npy_header(std::string_view text) {
  std::optional<npy_dtype> descr;
  std::optional<bool> fortran_order;
  std::optional<dimensions> shape;
  python_literal literal(text);
  literal.expect('{');
  while (!literal.accept('}')) {
    const std::string_view key = literal.string();
    literal.expect(':');
    if (key == "descr") {
      set_once(descr, take_descr(literal), key);
    } else if (key == "fortran_order") {
      set_once(fortran_order, literal.boolean(), key);
    } else if (key == "shape") {
      set_once(shape, literal.tuple(), key);
    } else {
      throw error(
          fmt::format("header has the key '{}', expected 'descr', 'fortran_order' and 'shape'", printable(key)));
    }
    if (literal.accept(',')) continue;
    literal.expect('}');
    break;
  }
  literal.expect_end();
  return {require(descr, "descr"), require(fortran_order, "fortran_order"), require(shape, "shape")};
}

located_npy_header read_npy_header(byte_source& source) {
  require_magic(source);
  const std::size_t length_bytes = take_version(source);
  const std::uint32_t length = little_endian(take(source, length_bytes, "header length"));
  if (length > longest_text) {
    throw error(fmt::format("states a header of {} bytes, expected at most {}", length, longest_text));
  }
  const npy_header header = parse_npy_header(take(source, length, "header"));
  return {header, static_cast<std::int64_t>(npy_magic.size() + 2 + length_bytes + length)};
}

std::string to_bytes(const npy_header& header) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", to_npy_descr(header.elements),
                                 header.fortran_order ? "True" : "False", to_string(header.shape));
  constexpr std::size_t before_text = npy_magic.size() + 4;
  while ((before_text + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());
  std::string bytes(npy_magic);
  bytes += {'\x01', '\x00', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
  return bytes + text;
}

}  // namespace warpfold::files
