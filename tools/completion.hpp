// The command line as shells need to know it to complete it, and the scripts made from that.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace warpfold::tools {

struct completed_option {
  std::vector<std::string> flags;  // "-h", "--help"
  std::string meaning;
  bool takes_value;
  std::string placeholder;         // what the value is called
  std::vector<std::string> words;  // the values it may have, if they are few
};

struct completed_command {
  std::string name;
  std::string summary;
  std::vector<completed_option> options;
  std::vector<std::string> words;  // what may stand for its arguments; empty: files
};

// The program itself, with its options, and then every command.
struct completed_program {
  std::vector<completed_option> options;
  std::vector<completed_command> commands;
};
completed_program describe_for_completion(const CLI::App& program);

std::string bash_completion(const completed_program& program);
std::string zsh_completion(const completed_program& program);
std::string fish_completion(const completed_program& program);

// `text` in single quotes, as every one of these shells reads it back.
std::string quoted(const std::string& text);

}  // namespace warpfold::tools
