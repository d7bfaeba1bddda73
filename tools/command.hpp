// One subcommand of the program: what help says of it, which options it takes, what it does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace warpfold::tools {

// What a command has to say once it has ended. Nothing is printed before, so an error never follows half an answer.
struct outcome {
  std::string output;               // for standard output
  std::string remarks = {};         // for standard error
  int status = 0;                   // the program's exit status
  std::function<void()> then = {};  // what is left to do once the output is written
};

// The heading under which `warpfold --help` lists a command, in the page's order.
enum class section : std::uint8_t { reductions, laboratory, program };

class command {
 public:
  virtual ~command() = default;

  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;  // one line without a full stop
  virtual section listed_under() const = 0;
  // Worked examples for help: each line "$ COMMAND" is followed by the lines that it prints, where "..." stands for
  // any text. They start in an empty folder and build on one another; the tests run them as they stand.
  virtual std::string examples() const = 0;

  // Adds the command's options to `app`, which lives as long as the program runs.
  virtual void declare_options(CLI::App& app) = 0;
  // Does the work with the options as parsed. Throws warpfold::error where there is no right answer, and
  // CLI::ValidationError where the command line makes no sense as a whole.
  virtual outcome run() = 0;
};

// A command enters the program by a global of this type in its own source file.
class registration {
 public:
  explicit registration(std::unique_ptr<command> entry);
};

// Every registered command, by section, in each in order of registration.
std::vector<command*> registered_commands();

}  // namespace warpfold::tools
