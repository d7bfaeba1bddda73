// An option whose value is one of a few words.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace warpfold::tools {

template <class Value>
using choices = std::vector<std::pair<std::string, Value>>;

// Accepts one of `words` and nothing else; words_of() tells help and completion which.
CLI::Validator one_of(std::vector<std::string> words);

// "one of A, B, C", for a message.
std::string one_of_text(const std::vector<std::string>& words);

// Accepts anything but nothing; `what` is what is expected.
CLI::Validator not_empty(const std::string& what);
inline constexpr const char* file_name = "the name of a file";

// The words that `option` accepts, none if it is not a matter of one_of().
std::vector<std::string> words_of(const CLI::Option& option);

// What help calls the value of `option`, such as DTYPE.
std::string placeholder_of(const CLI::Option& option);

// Adds an option that sets `target` to the value of the word given.
template <class Value, class Target>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, Target& target, const choices<Value>& table,
                        const std::string& placeholder, const std::string& meaning) {
  std::vector<std::string> words;
  for (const auto& [word, value] : table) words.push_back(word);
  const auto assign = [table, &target](const std::string& given) {
    const auto named = [&](const auto& row) { return row.first == given; };
    target = std::find_if(table.begin(), table.end(), named)->second;
  };
  return app.add_option_function<std::string>(flag, assign, meaning)->type_name(placeholder)->check(one_of(words));
}

}  // namespace warpfold::tools
