#include "tools/command_line.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"

namespace warpfold::tools {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
  throw CLI::ValidationError(name, what);
}

bool is_flag(const CLI::Option& option) {
  return option.get_items_expected_max() == 0;
}

bool begins_option(const std::string& argument) {
  return argument.size() > 1 && argument.front() == '-';
}

std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

std::string one_of_commands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* app : all_commands(program)) names.push_back(app->get_name());
  return one_of_text(names);
}

const CLI::Option* positional_of(const CLI::App& app) {
  const auto options = app.get_options([](const CLI::Option* option) { return option->get_positional(); });
  return options.empty() ? nullptr : options.front();
}

// CLI11 would take the next argument for the value behind "--NAME=", and a truth value for a flag.
void require_value_or_none(const CLI::Option& option, const std::string& name, const std::string& value) {
  if (is_flag(option)) refuse(name, fmt::format("found '{}', expected no value", value));
  if (value.empty()) refuse(name, fmt::format("found '', expected {}", placeholder_of(option)));
}

// CLI11 would read lists in brackets, and a plus sign twice ends a command.
bool is_more_than_a_name(const std::string& argument) {
  return argument == "++" || (argument.starts_with('[') && argument.ends_with(']'));
}

// Of the arguments of `app`, makes those plain that CLI11 does not take as they stand.
void make_plain(const CLI::App& app, std::span<std::string> arguments) {
  const CLI::Option* const positional = positional_of(app);
  const bool takes_files = positional != nullptr && positional->get_name() == "FILE";
  bool options_end = false;
  for (auto each = arguments.begin(); each != arguments.end(); ++each) {
    if (!options_end && *each == "--") {
      options_end = true;
    } else if (!options_end && begins_option(*each)) {
      const std::size_t equals = each->find('=');
      const std::string name = each->substr(0, equals);
      const CLI::Option* const option = app.get_option_no_throw(name);
      if (option == nullptr) continue;
      if (equals != std::string::npos) require_value_or_none(*option, name, each->substr(equals + 1));
      if (equals == std::string::npos && !is_flag(*option) && each + 1 != arguments.end()) ++each;
    } else if (takes_files && is_more_than_a_name(*each)) {
      each->insert(0, "./");
    }
  }
}

std::string expected_number(const CLI::Option& option) {
  const int least = option.get_items_expected_min();
  return least == option.get_items_expected_max() ? std::to_string(least) : fmt::format("{} or more", least);
}

// Arguments that `app` has no place for.
void require_no_others(const CLI::App& app) {
  std::vector<std::string> others = app.remaining();
  const auto end = std::find(others.begin(), others.end(), "--");
  if (const auto first = std::find_if(others.begin(), end, begins_option); first != end) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      if (option->nonpositional()) names.push_back(option->get_name(false, true));
    }
    refuse(first->substr(0, first->find('=')), "is no option, expected " + one_of_text(names));
  }
  if (end != others.end()) others.erase(end);
  if (others.empty()) return;
  const CLI::Option* const positional = positional_of(app);
  if (positional == nullptr) {
    const std::string& first = others.front();
    refuse(first.empty() ? "''" : first, "is one argument too many, expected options only");
  }
  refuse(positional->get_name(),
         fmt::format("found {}, expected {}", positional->count() + others.size(), expected_number(*positional)));
}

void require_right_number(const CLI::Option& option) {
  const std::size_t found = option.count();
  const auto least = static_cast<std::size_t>(option.get_items_expected_min());
  const auto most = static_cast<std::size_t>(option.get_items_expected_max());
  if (!option.get_positional()) {
    if (found > most && !is_flag(option))
      refuse(option.get_name(), fmt::format("found {} times, expected once", found));
    return;
  }
  const std::vector<std::string> words = words_of(option);
  const bool missing = option.get_required() || found > 0;
  if (missing && found < least && !words.empty()) {
    refuse(option.get_name(), "found none, expected " + one_of_text(words));
  }
  if ((missing && found < least) || found > most) {
    refuse(option.get_name(), fmt::format("found {}, expected {}", found, expected_number(option)));
  }
}

// Says in our words what CLI11 found wrong, if it is not an option's value, of which we say it ourselves.
void explain(const CLI::App& program, const CLI::App& command) {
  require_no_others(program);
  if (&command == &program) refuse("COMMAND", "found none, expected " + one_of_commands(program));
  require_no_others(command);
  for (const CLI::Option* option : command.get_options()) require_right_number(*option);
}

}  // namespace

const CLI::App& named_command(const CLI::App& program, int argc, char** argv) {
  for (const CLI::App* app : all_commands(program)) {
    if (argc > 1 && app->get_name() == argv[1]) return *app;
  }
  return program;
}

void parse_command_line(CLI::App& program, int argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const CLI::App& command = named_command(program, argc, argv);
  if (&command != &program) {
    make_plain(command, std::span(arguments).subspan(1));
  } else if (!arguments.empty() && !begins_option(arguments.front())) {
    refuse("COMMAND", fmt::format("found '{}', expected {}", arguments.front(), one_of_commands(program)));
  }
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    program.parse(std::move(reversed));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& wrong) {
    explain(program, command);
    const CLI::Option* const last = command.get_option_no_throw(arguments.back());
    if (last == nullptr || dynamic_cast<const CLI::ArgumentMismatch*>(&wrong) == nullptr) throw;
    refuse(arguments.back(), "found nothing behind it, expected " + placeholder_of(*last));
  }
}

}  // namespace warpfold::tools
