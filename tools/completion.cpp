#include "tools/completion.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"

namespace warpfold::tools {
namespace {

std::vector<completed_option> options_of(const CLI::App& app) {
  std::vector<completed_option> options;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->nonpositional()) continue;
    options.push_back({CLI::detail::split(option->get_name(false, true), ','), option->get_description(),
                       option->get_items_expected_max() > 0, placeholder_of(*option), words_of(*option)});
  }
  return options;
}

std::vector<std::string> argument_words(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) return words_of(*option);
  }
  return {};
}

}  // namespace

completed_program describe_for_completion(const CLI::App& program) {
  completed_program described{options_of(program), {}};
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    described.commands.push_back({app->get_name(), app->get_description(), options_of(*app), argument_words(*app)});
  }
  return described;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char character : text) result += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return result + "'";
}

}  // namespace warpfold::tools
