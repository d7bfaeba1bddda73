#include "tools/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpfold::tools {

// CLI11 has no place for the words but a validator's description, which becomes part of the option's type:
// "NAME:{a,b}".
CLI::Validator one_of(std::vector<std::string> words) {
  const std::string description = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto check = [words = std::move(words)](const std::string& given) {
    const bool known = std::find(words.begin(), words.end(), given) != words.end();
    return known ? std::string{} : fmt::format("found '{}', expected {}", given, one_of_text(words));
  };
  return CLI::Validator(check, description);
}

std::string one_of_text(const std::vector<std::string>& words) {
  return fmt::format("one of {}", fmt::join(words, ", "));
}

CLI::Validator not_empty(const std::string& what) {
  const auto check = [what](const std::string& given) {
    return given.empty() ? fmt::format("found '', expected {}", what) : std::string{};
  };
  return CLI::Validator(check, "");
}

std::vector<std::string> words_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t first = type.find('{');
  if (first == std::string::npos) return {};
  return CLI::detail::split(type.substr(first + 1, type.find('}') - first - 1), ',');
}

std::string placeholder_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

}  // namespace warpfold::tools
