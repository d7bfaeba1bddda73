#include "tools/program.hpp"

#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/command.hpp"
#include "tools/command_line.hpp"
#include "tools/help.hpp"
#include "tools/one_line.hpp"
#include "tools/standard_streams.hpp"
#include "tools/version.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

constexpr int failure = 1;
constexpr int wrong_command_line = 2;

std::string heading_of(section where) {
  switch (where) {
    case section::reductions:
      return "Reductions";
    case section::laboratory:
      return "Laboratory";
    case section::program:
      return "Program";
  }
  return {};
}

int complain(int status, std::string_view what) {
  write_remarks(fmt::format("warpfold: {}\n", on_one_line(what)));
  return status;
}

std::string invocation(const CLI::App& app) {
  return app.get_parent() ? invocation(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

// Parses and runs; what the command throws passes through.
outcome carry_out(CLI::App& program, command* const& chosen, int argc, char** argv) {
  try {
    parse_command_line(program, argc, argv);
    return chosen->run();
  } catch (const CLI::CallForVersion&) {
    return {version_page(), {}, 0};
  } catch (const CLI::CallForHelp&) {
    return {named_command(program, argc, argv).help(), {}, 0};
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App program("Reductions of arrays: exact by default, as fast as memory allows", "warpfold");
  program.set_help_flag("-h,--help", "show this help");
  program.set_version_flag("--version", "", "show the version, the engines and what they were built for");
  program.require_subcommand(1);

  command* chosen = nullptr;
  for (command* const entry : registered_commands()) {
    CLI::App* const app = program.add_subcommand(entry->name(), entry->summary());
    app->group(heading_of(entry->listed_under()));
    app->formatter(std::make_shared<help_page>([entry] { return entry->examples(); }));
    app->callback([&chosen, entry] { chosen = entry; });
    entry->declare_options(*app);
  }
  program.formatter(std::make_shared<help_page>(program_examples));

  try {
    const outcome done = carry_out(program, chosen, argc, argv);
    // A signal would leave behind what is undone if the output cannot be written.
    if (done.then) std::signal(SIGPIPE, SIG_IGN);
    write_output(done.output);
    if (done.then) done.then();
    write_remarks(done.remarks);
    return done.status;
  } catch (const CLI::ParseError& wrong) {
    return complain(wrong_command_line,
                    fmt::format("{} (try {} --help)", wrong.what(), invocation(named_command(program, argc, argv))));
  } catch (const std::bad_alloc&) {
    return complain(failure, "not enough memory");
  } catch (const std::exception& problem) {
    return complain(failure, problem.what());
  }
}

}  // namespace warpfold::tools
