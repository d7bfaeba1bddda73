#include "tools/kernel_arguments.hpp"

#include <array>
#include <charconv>
#include <complex>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "tools/input.hpp"
#include "tools/packed.hpp"
#include "tools/shape.hpp"
#include "warpfold/base/error.hpp"

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

dimensions shape_of(std::string_view text) {
  if (const std::optional<dimensions> shape = shape_from(text)) return *shape;
  throw error(
      fmt::format("--arg: found shape '{}', expected at most {} whole numbers such as 2,3", text, maximum_rank));
}

}  // namespace

kernel_arguments::kernel_arguments(const std::vector<std::string>& texts, simt::machine& machine) {
  for (const std::string& text : texts) add(text, machine);
}

void kernel_arguments::add(const std::string& text, simt::machine& machine) {
  constexpr std::string_view output = "out=";
  if (text.starts_with(output)) {
    add_output(text.substr(output.size()), machine);
  } else if (!add_number(text)) {
    add_file(text, machine);
  }
}

void kernel_arguments::add_output(const std::string& description, simt::machine& machine) {
  const std::size_t colon = description.find(':');
  const std::optional<dtype> type = find_dtype(std::string_view(description).substr(0, colon));
  if (!type || colon == std::string::npos) {
    throw error(fmt::format("--arg: found 'out={}', expected out=DTYPE:SHAPE such as out=float32:64", description));
  }
  output_array made;
  made.position = values_.size();
  made.type = *type;
  made.shape = shape_of(std::string_view(description).substr(colon + 1));
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(element_count(made.shape)), size_of(*type), &bytes)) {
    throw error(fmt::format("--arg: out={} has more bytes than there are addresses", description));
  }
  made.address = machine.allocate(bytes);
  allocations_.push_back(made.address);
  values_.emplace_back(made.address);
  outputs_.push_back(std::move(made));
}

bool kernel_arguments::add_number(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const std::optional<dtype> type = find_dtype(std::string_view(text).substr(0, colon));
  if (!type) return false;
  const std::string_view number = std::string_view(text).substr(colon + 1);
  visit_dtype(*type, [&](auto tag) {
    typename decltype(tag)::type value{};
    if (!read_value(number, value)) {
      throw error(fmt::format("--arg: found '{}', expected a value of {}", number, name_of(*type)));
    }
    values_.emplace_back(value);
  });
  return true;
}

void kernel_arguments::add_file(const std::string& path, simt::machine& machine) {
  const auto file = input_choice().open(path);
  const std::vector<std::byte> bytes = packed(file->whole());
  file->verify();
  const std::uint64_t address = machine.allocate(bytes.size());
  machine.write(address, bytes);
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
