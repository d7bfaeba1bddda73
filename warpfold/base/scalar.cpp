#include "warpfold/base/scalar.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

namespace warpfold {
namespace {

// std::to_chars: the fewest digits that read back, whatever the locale.
template <class T, class... Format>
std::string digits(T value, Format... format) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr;
  return {buffer.data(), end};
}

std::string text_of(bool value) {
  return value ? "true" : "false";
}

template <std::integral T>
std::string text_of(T value) {
  return digits(value);
}

template <std::floating_point T>
std::string text_of(T value) {
  if (std::isnan(value)) return "nan";
  // As people write numbers: an exponent only for a very small one, or one whose last digits T does not tell apart.
  constexpr T upper = sizeof(T) == sizeof(float) ? T(1e8) : T(1e16);
  const T magnitude = std::abs(value);
  const bool plain = magnitude == 0 || (magnitude >= T(1e-4) && magnitude < upper);
  return plain ? digits(value, std::chars_format::fixed) : digits(value);
}

// A 16-bit float's shortest decimal has the fewest digits that round back to the same bits, unless its value in full is
// no longer: 65504 rather than 6.55e+04.
template <class Half>
std::string shortest_half(Half value) {
  const auto single = static_cast<float>(value);
  std::string full = text_of(single);
  if (!std::isfinite(single)) return full;
  for (int precision = 1;; ++precision) {
    std::array<char, 32> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), single, std::chars_format::general, precision).ptr;
    float read = 0;
    std::from_chars(buffer.data(), end, read);
    if (Half(read).bits != value.bits) continue;
    const std::string rounded(buffer.data(), end);
    return full.size() <= rounded.size() ? full : rounded;
  }
}

std::string text_of(float16 value) {
  return shortest_half(value);
}
std::string text_of(bfloat16 value) {
  return shortest_half(value);
}

template <class T>
std::string text_of(std::complex<T> value) {
  const std::string imaginary = text_of(value.imag());
  return text_of(value.real()) + (imaginary.front() == '-' ? "" : "+") + imaginary + "j";
}

}  // namespace

void scalar::require(dtype expected) const {
  if (expected != type_) {
    throw error("scalar is " + std::string(name_of(type_)) + ", expected " + std::string(name_of(expected)));
  }
}

std::string to_string(const scalar& value) {
  return visit_dtype(value.type(), [&](auto tag) { return text_of(value.as<typename decltype(tag)::type>()); });
}

}  // namespace warpfold
