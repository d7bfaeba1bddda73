// An option whose value is a whole number.
#pragma once

#include <charconv>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace warpfold::tools {

// Adds an option that sets `target`, an Integer or an optional one, to a number of at least `least`.
template <class Integer, class Target>
CLI::Option* add_whole_number(CLI::App& app, const std::string& flag, Target& target, Integer least,
                              const std::string& placeholder, const std::string& meaning) {
  const auto assign = [flag, &target, least](const std::string& given) {
    Integer number{};
    const char* const end = given.data() + given.size();
    const auto [after, problem] = std::from_chars(given.data(), end, number);
    if (problem != std::errc{} || after != end || number < least) {
      throw CLI::ValidationError(flag, fmt::format("{} is given, expected a whole number from {} to {}", given, least,
                                                   std::numeric_limits<Integer>::max()));
    }
    target = number;
  };
  return app.add_option_function<std::string>(flag, assign, meaning)->type_name(placeholder);
}

}  // namespace warpfold::tools
