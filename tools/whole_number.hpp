// An option whose value is a whole number.
#pragma once

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace warpfold::tools {

// The number that all of `text` is; nothing where it is none, or none that Integer holds.
template <class Integer>
std::optional<Integer> whole_number_from(std::string_view text) {
  Integer number{};
  const char* const end = text.data() + text.size();
  const auto [after, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc{} || after != end) return std::nullopt;
  return number;
}

// Adds an option that sets `target`, an Integer or an optional one, to a number from `least` to `most`.
template <class Integer, class Target>
CLI::Option* add_whole_number(CLI::App& app, const std::string& flag, Target& target, Integer least,
                              const std::string& placeholder, const std::string& meaning,
                              Integer most = std::numeric_limits<Integer>::max()) {
  const auto assign = [flag, &target, least, most](const std::string& given) {
    const std::optional<Integer> number = whole_number_from<Integer>(given);
    if (!number || *number < least || *number > most) {
      throw CLI::ValidationError(flag,
                                 fmt::format("found '{}', expected a whole number from {} to {}", given, least, most));
    }
    target = *number;
  };
  return app.add_option_function<std::string>(flag, assign, meaning)->type_name(placeholder);
}

}  // namespace warpfold::tools
