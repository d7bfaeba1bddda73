#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/completion.hpp"

namespace warpfold::tools {
namespace {

std::vector<std::string> flags_of(const std::vector<completed_option>& options) {
  std::vector<std::string> flags;
  for (const completed_option& option : options) flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return flags;
}

// One arm of a case statement that offers `words`.
std::string arm(const std::string& pattern, const std::vector<std::string>& words) {
  return fmt::format("    {}) words='{}' ;;\n", pattern, fmt::join(words, " "));
}

std::string first_words(const completed_program& program) {
  std::vector<std::string> words;
  for (const completed_command& command : program.commands) words.push_back(command.name);
  const std::vector<std::string> flags = flags_of(program.options);
  words.insert(words.end(), flags.begin(), flags.end());
  return fmt::format("{}", fmt::join(words, " "));
}

// What may follow an option of a command.
std::string value_words(const completed_program& program) {
  std::string arms;
  for (const completed_command& command : program.commands) {
    for (const completed_option& option : command.options) {
      if (!option.words.empty()) arms += arm(fmt::format("'{} {}'", command.name, option.flags.back()), option.words);
    }
  }
  return arms;
}

std::string flags(const completed_program& program) {
  std::string arms;
  for (const completed_command& command : program.commands) arms += arm(command.name, flags_of(command.options));
  return arms;
}

std::string arguments(const completed_program& program) {
  std::string arms;
  for (const completed_command& command : program.commands) {
    if (!command.words.empty()) arms += arm(command.name, command.words);
  }
  return arms;
}

}  // namespace

std::string bash_completion(const completed_program& program) {
  return fmt::format(
      R"(# bash completion for warpfold: source <(warpfold completion bash)
_warpfold() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} words=
  if ((COMP_CWORD == 1)); then
    words='{}'
  fi
  case "$command $previous" in
{}  esac
  if [[ -z $words && $current == -* ]]; then
    case $command in
{}    esac
  elif [[ -z $words ]]; then
    case $command in
{}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _warpfold warpfold
)",
      first_words(program), value_words(program), flags(program), arguments(program));
}

}  // namespace warpfold::tools
