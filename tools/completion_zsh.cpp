#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/completion.hpp"

namespace warpfold::tools {
namespace {

// `text` where _arguments and _describe give colons and brackets a meaning.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == ':' || character == '[' || character == ']' || character == '\\') result += '\\';
    result += character;
  }
  return result;
}

// The specifications of one option for _arguments, one for each of its flags.
std::string specifications(const completed_option& option) {
  std::string value;
  if (option.takes_value) {
    const std::string words = option.words.empty() ? " " : fmt::format("({})", fmt::join(option.words, " "));
    value = fmt::format(":{}:{}", escaped(option.placeholder), words);
  }
  std::string lines;
  for (const std::string& flag : option.flags) {
    lines += " \\\n        " + quoted(fmt::format("{}[{}]{}", flag, escaped(option.meaning), value));
  }
  return lines;
}

std::string arguments_of(const completed_command& command) {
  std::string lines = "_arguments -s";
  for (const completed_option& option : command.options) lines += specifications(option);
  const std::string rest =
      command.words.empty() ? "*:file:_files" : fmt::format(":word:({})", fmt::join(command.words, " "));
  return lines + " \\\n        " + quoted(rest);
}

}  // namespace

std::string zsh_completion(const completed_program& program) {
  std::string commands;
  std::string arms;
  std::string flags;
  for (const completed_command& command : program.commands) {
    commands += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, escaped(command.summary))));
    arms += fmt::format("      {})\n        {} ;;\n", command.name, arguments_of(command));
  }
  for (const completed_option& option : program.options) flags += specifications(option);
  return fmt::format(
      R"(#compdef warpfold
# zsh completion for warpfold: source <(warpfold completion zsh)
_warpfold() {{
  local -a commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments{}
  else
    shift words
    (( CURRENT-- ))
    case ${{words[1]}} in
{}    esac
  fi
}}
if [[ ${{funcstack[1]}} == _warpfold ]]; then
  _warpfold "$@"
else
  compdef _warpfold warpfold
fi
)",
      commands, flags, arms);
}

}  // namespace warpfold::tools
