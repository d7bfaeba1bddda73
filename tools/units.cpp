#include "tools/units.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace warpfold::tools {
namespace {

// Three significant digits without an exponent, for a value from 1 to 999.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

// `value` in the greatest of the units, each 1000 times the one before, that leaves it at least 1.
template <std::size_t Count>
std::string scaled(double value, const std::array<std::string_view, Count>& units) {
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < Count; ++unit) value /= 1000;
  return fmt::format("{} {}", three_digits(value), units[unit]);
}

}  // namespace

std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 7> units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  return bytes < 999.5 ? fmt::format("{:.0f} B", bytes) : scaled(bytes, units);
}

std::string seconds_text(double seconds) {
  constexpr std::array<std::string_view, 4> units = {"ns", "us", "ms", "s"};
  return scaled(seconds * 1e9, units);
}

}  // namespace warpfold::tools
