// Help pages: usage, options, and worked examples that can be pasted into a shell.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace warpfold::tools {

// Lays out the help of one command, the same whatever the version of CLI11.
class help_page : public CLI::FormatterBase {
 public:
  // `examples` is called only when the page is shown.
  explicit help_page(std::function<std::string()> examples);
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

 private:
  std::function<std::string()> examples_;
};

// The examples of `warpfold --help`.
std::string program_examples();

}  // namespace warpfold::tools
