// The command line taken apart, with what is wrong with it said in the house's words, not in CLI11's.
#pragma once

namespace CLI {
class App;
}

namespace warpfold::tools {

// The command that is named, else the program: its help is the one to point at.
const CLI::App& named_command(const CLI::App& program, int argc, char** argv);

// Sets the options of the program and of the command that is named. Throws CLI::ParseError, whose text names the thing,
// what was found and what was expected, and CLI::Success where help or the version is asked for.
void parse_command_line(CLI::App& program, int argc, char** argv);

}  // namespace warpfold::tools
