#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/completion.hpp"

namespace warpfold::tools {
namespace {

// fish names long options by -l and short ones by -s, without their dashes.
std::string fish_flags(const completed_option& option) {
  std::string text;
  for (const std::string& flag : option.flags) {
    text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  return text;
}

std::string option_line(const std::string& condition, const completed_option& option) {
  std::string value;
  if (option.takes_value) value = " -x";
  if (!option.words.empty()) value += fmt::format(" -a {}", quoted(fmt::format("{}", fmt::join(option.words, " "))));
  return fmt::format("complete -c warpfold -n '{}'{}{} -d {}\n", condition, fish_flags(option), value,
                     quoted(option.meaning));
}

std::string lines_of(const completed_command& command) {
  std::string lines = fmt::format("complete -c warpfold -n '__fish_use_subcommand' -f -a {} -d {}\n", command.name,
                                  quoted(command.summary));
  const std::string condition = "__fish_seen_subcommand_from " + command.name;
  for (const completed_option& option : command.options) lines += option_line(condition, option);
  if (!command.words.empty()) {
    lines += fmt::format("complete -c warpfold -n '{}' -f -a '{}'\n", condition, fmt::join(command.words, " "));
  }
  return lines;
}

}  // namespace

std::string fish_completion(const completed_program& program) {
  std::string script = "# fish completion for warpfold: warpfold completion fish | source\n";
  for (const completed_option& option : program.options) script += option_line("__fish_use_subcommand", option);
  for (const completed_command& command : program.commands) script += lines_of(command);
  return script;
}

}  // namespace warpfold::tools
