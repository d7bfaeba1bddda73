#include "tools/laboratory/kernel_arguments.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <complex>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/input.hpp"
#include "tools/packed.hpp"
#include "tools/shape.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::tools {
namespace {

// What the field calls its types in short.
constexpr std::array<std::pair<std::string_view, dtype>, 12> short_names = {{
    {"i8", dtype::int8},
    {"i16", dtype::int16},
    {"i32", dtype::int32},
    {"i64", dtype::int64},
    {"u8", dtype::uint8},
    {"u16", dtype::uint16},
    {"u32", dtype::uint32},
    {"u64", dtype::uint64},
    {"f16", dtype::float16},
    {"bf16", dtype::bfloat16},
    {"f32", dtype::float32},
    {"f64", dtype::float64},
}};

std::optional<dtype> find_dtype(std::string_view name) {
  for (const auto& [shorter, type] : short_names) {
    if (shorter == name) return type;
  }
  std::optional<dtype> found;
#define WARPFOLD_DTYPE(row, cpp_type, category, npy_code) \
  if (name == name_of(dtype::row)) found = dtype::row;
#include "warpfold/base/dtypes.def"
  return found;
}

template <class T>
bool read_number(std::string_view text, T& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} && end == text.data() + text.size();
}

template <class T>
bool read_value(std::string_view text, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    value = text == "true" || text == "1";
    return value || text == "false" || text == "0";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return read_number(text, value);
  } else if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>) {
    float single = 0;
    if (!read_number(text, single)) return false;
    value = T(single);
    return true;
  } else {  // complex: "RE,IM"
    const std::size_t comma = text.find(',');
    typename T::value_type real = 0, imaginary = 0;
    if (comma == std::string_view::npos || !read_number(text.substr(0, comma), real) ||
        !read_number(text.substr(comma + 1), imaginary)) {
      return false;
    }
    value = {real, imaginary};
    return true;
  }
}

[[noreturn]] void refuse(std::string_view found, const std::string& expected) {
  throw CLI::ValidationError("--arg", fmt::format("found '{}', expected {}", found, expected));
}

// The output that `text` asks for, as "float32:64".
output_array output_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<dtype> type = find_dtype(text.substr(0, colon));
  const auto shape = colon == std::string_view::npos ? std::nullopt : shape_from(text.substr(colon + 1));
  std::uint64_t bytes = 0;
  if (!type || !shape) refuse(fmt::format("out={}", text), "out=DTYPE:SHAPE such as out=float32:64 or out=int32:2,3");
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(element_count(*shape)), size_of(*type), &bytes)) {
    refuse(fmt::format("out={}", text), "no more bytes than there are addresses");
  }
  return {0, *type, *shape, 0};
}

simt::kernel_argument number_from(dtype type, std::string_view text) {
  return visit_dtype(type, [&](auto tag) {
    typename decltype(tag)::type value{};
    if (!read_value(text, value)) refuse(text, fmt::format("a value of {}", name_of(type)));
    return simt::kernel_argument(value);
  });
}

// Whether `text` is a value of a dtype that there is not: what stands before the colon is a word and no file.
bool has_unknown_dtype(const std::string& text) {
  const std::string word = text.substr(0, text.find(':'));
  const auto is_of_word = [](unsigned char character) { return std::isalnum(character) != 0; };
  std::error_code ignored;
  return word.size() < text.size() && std::all_of(word.begin(), word.end(), is_of_word) &&
         !std::filesystem::exists(text, ignored) && !std::filesystem::exists(word, ignored);
}

}  // namespace

kernel_arguments::kernel_arguments(const std::vector<std::string>& texts) {
  require_one_standard_input(texts, "--arg");
  constexpr std::string_view output = "out=";
  for (const std::string& text : texts) {
    const std::size_t colon = text.find(':');
    const auto type = colon == std::string::npos ? std::nullopt : find_dtype(std::string_view(text).substr(0, colon));
    if (text.starts_with(output)) {
      given_.emplace_back(output_from(std::string_view(text).substr(output.size())));
    } else if (type) {
      given_.emplace_back(number_from(*type, std::string_view(text).substr(colon + 1)));
    } else if (text.empty() || has_unknown_dtype(text)) {
      refuse(text, "FILE, out=DTYPE:SHAPE or DTYPE:VALUE such as float32:0.5");
    } else {
      given_.emplace_back(input_file{text});
    }
  }
}

void kernel_arguments::place(simt::machine& machine) {
  for (const auto& given : given_) {
    std::visit([&](const auto& argument) { place(argument, machine); }, given);
  }
}

void kernel_arguments::place(const input_file& file, simt::machine& machine) {
  const auto opened = input_choice().open(file.path);
  const std::vector<std::byte> bytes = packed(opened->whole());
  opened->verify();
  add_address(machine.allocate(bytes.size()));
  machine.write(allocations_.back(), bytes);
}

void kernel_arguments::place(output_array output, simt::machine& machine) {
  output.position = values_.size();
  output.address = files::naming(fmt::format("argument {}", output.position), [&] {
    return machine.allocate(static_cast<std::uint64_t>(element_count(output.shape)) * size_of(output.type));
  });
  add_address(output.address);
  outputs_.push_back(std::move(output));
}

void kernel_arguments::place(const simt::kernel_argument& number, simt::machine&) {
  values_.push_back(number);
}

void kernel_arguments::add_address(std::uint64_t address) {
  allocations_.push_back(address);
  values_.emplace_back(address);
}

std::vector<scalar> kernel_arguments::elements(const output_array& output, const simt::machine& machine) {
  std::vector<scalar> values;
  visit_dtype(output.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<std::byte> bytes(static_cast<std::size_t>(element_count(output.shape)) * sizeof(T));
    machine.read(output.address, bytes);
    for (std::size_t offset = 0; offset < bytes.size(); offset += sizeof(T)) {
      T value;
      if constexpr (std::is_same_v<T, bool>) {
        value = bytes[offset] != std::byte{0};
      } else {
        std::memcpy(&value, &bytes[offset], sizeof(T));
      }
      values.emplace_back(value);
    }
  });
  return values;
}

void kernel_arguments::release(simt::machine& machine) {
  for (const std::uint64_t address : std::exchange(allocations_, {})) machine.release(address);
}

}  // namespace warpfold::tools
