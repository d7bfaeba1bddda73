// The program around the commands: parsing, help, errors, exit status.
#pragma once

namespace warpfold::tools {

// Runs the command line and returns the exit status: 0 for success, 1 where there is no right answer (one line on
// standard error says why), 2 for a wrong command line, or what the command chose.
int run_program(int argc, char** argv);

}  // namespace warpfold::tools
