// `warpfold completion`: the script that teaches a shell to complete warpfold's command line.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/command.hpp"
#include "tools/completion.hpp"

namespace warpfold::tools {
namespace {

using script_writer = std::string (*)(const completed_program&);

class completion_command : public command {
 public:
  std::string name() const override { return "completion"; }
  std::string summary() const override { return "print the script that completes warpfold's command line in a shell"; }
  section listed_under() const override { return section::program; }
  std::string examples() const override {
    return "$ source <(warpfold completion bash)\n"
           "$ warpfold completion bash > warpfold.bash\n"
           "$ warpfold completion zsh > _warpfold\n"
           "$ warpfold completion fish > warpfold.fish\n";
  }

  void declare_options(CLI::App& app) override {
    program_ = app.get_parent();
    add_choice<script_writer>(app, "SHELL", write_,
                              {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}, "SHELL",
                              "the shell")
        ->required();
  }

  outcome run() override { return {write_(describe_for_completion(*program_)), {}, 0}; }

 private:
  const CLI::App* program_ = nullptr;
  script_writer write_ = nullptr;
};

const registration register_completion(std::make_unique<completion_command>());

}  // namespace
}  // namespace warpfold::tools
