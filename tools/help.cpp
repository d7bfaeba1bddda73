#include "tools/help.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/choice.hpp"

namespace warpfold::tools {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t label_width = 26;  // the left column, with its indent and the gap after it

// Breaks `text` between words into lines that fit between `indent` and the page's edge; the first line is not indented.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column != indent) {
      const bool fits = column + 1 + word.size() <= page_width;
      lines += fits ? " " : "\n" + std::string(indent, ' ');
      column = fits ? column + 1 : indent;
    }
    lines += word;
    column += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return lines;
}

// One entry of a list: a label, and beside it (below it, if the label is long) what it means.
std::string entry(std::string_view label, std::string_view meaning) {
  const bool beside = label.size() + 4 <= label_width;
  const std::string gap =
      beside ? std::string(label_width - 2 - label.size(), ' ') : "\n" + std::string(label_width, ' ');
  return fmt::format("  {}{}{}\n", label, gap, wrapped(meaning, label_width));
}

std::string positional_label(const CLI::Option& option) {
  const std::string name = option.get_name(true) + (option.get_expected_max() > 1 ? "..." : "");
  return option.get_required() ? name : "[" + name + "]";
}

std::string option_label(const CLI::Option& option) {
  const std::string placeholder = option.get_items_expected_max() == 0 ? "" : " " + placeholder_of(option);
  return option.get_name(false, true) + placeholder;
}

std::string option_meaning(const CLI::Option& option) {
  const std::vector<std::string> words = words_of(option);
  return words.empty() ? option.get_description()
                       : fmt::format("{}; one of {}", option.get_description(), fmt::join(words, ", "));
}

std::string usage(const CLI::App& app) {
  std::string line = "Usage: warpfold";
  if (app.get_parent()) line += " " + app.get_name();
  line += " [OPTION...]";
  if (!app.get_parent()) line += " COMMAND ...";
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) line += " " + positional_label(*option);
  }
  return line + "\n";
}

std::string positionals(const CLI::App& app) {
  std::string list;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) list += entry(positional_label(*option), option_meaning(*option));
  }
  return list.empty() ? list : "\n" + list;
}

std::string commands(const CLI::App& app) {
  std::string list;
  std::string heading;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (std::exchange(heading, command->get_group()) != command->get_group()) list += fmt::format("\n{}:\n", heading);
    list += entry(command->get_name(), command->get_description());
  }
  return list;
}

std::string listed_options(const CLI::App& app) {
  std::string list;
  for (const std::string& group : app.get_groups()) {
    std::string members;
    for (const CLI::Option* option : app.get_options()) {
      if (option->nonpositional() && option->get_group() == group) {
        members += entry(option_label(*option), option_meaning(*option));
      }
    }
    if (!members.empty()) list += fmt::format("\n{}:\n{}", group, members);
  }
  return list;
}

std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines += fmt::format("  {}\n", line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return lines;
}

}  // namespace

help_page::help_page(std::function<std::string()> examples) : examples_(std::move(examples)) {}

std::string help_page::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
  return fmt::format("{}{}\n{}{}{}\nExamples:\n{}", usage(*app), positionals(*app),
                     wrapped(app->get_description(), 0) + ".\n", commands(*app), listed_options(*app),
                     indented(examples_()));
}

std::string program_examples() {
  return "$ printf '3\\n1\\n4\\n1\\n5\\n' > digits.csv\n"
         "$ warpfold sum digits.csv\n"
         "14\n"
         "$ warpfold minmax digits.csv\n"
         "1 5\n"
         "$ printf '0.1\\n0.2\\n0.3\\n' | warpfold mean --format csv -\n"
         "0.2\n"
         "$ warpfold describe digits.csv\n"
         "digits.csv: float64 (5,), ...\n"
         "...\n";
}

}  // namespace warpfold::tools
