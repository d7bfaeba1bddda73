// `warpfold ladder`: every version of the parallel sum, checked and measured.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/command.hpp"
#include "tools/laboratory/ladder_choice.hpp"
#include "tools/laboratory/ladder_on_gpu.hpp"
#include "tools/laboratory/ladder_on_simt.hpp"
#include "tools/laboratory/machine_choice.hpp"
#include "tools/whole_number.hpp"

namespace warpfold::tools {
namespace {

// "7" or "3..8".
rung_range range_of(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto first = whole_number_from<int>(text.substr(0, dots));
  const auto last = dots == text.npos ? first : whole_number_from<int>(text.substr(dots + 2));
  if (!first || !last || *first < 1 || *last < *first) {
    throw CLI::ValidationError("--rung",
                               fmt::format("found '{}', expected a number from 1 or a range such as 3..8", text));
  }
  return {*first, *last};
}

class ladder_command : public command {
 public:
  std::string name() const override { return "ladder"; }
  std::string summary() const override { return "sum an array by every rung of the ladder, check and measure each"; }
  section listed_under() const override { return section::laboratory; }
  std::string examples() const override {
    return "$ warpfold ladder --on simt --n 100000 --rung 1..3\n"
           "SIMT machine as h200: int32, n = 100000 (400 kB), block 256; every sum checked\n"
           "...\n"
           "1           interleaved addressing, modulo test ...\n"
           "2           interleaved addressing, contiguous threads ...\n"
           "3           sequential addressing ...\n"
           "...\n"
           "$ warpfold ladder --on simt --n 5000 --rung 7 --dtype float64 --json\n"
           "{\"rung\":\"7\",...,\"right\":true,...}\n";
  }

  void declare_options(CLI::App& app) override {
    app.add_option("FILE", choice_.file,
                   "numbers to sum, an npy, npz, csv or raw file; - is standard input; else they are generated")
        ->check(not_empty(file_name));
    add_whole_number<std::uint64_t>(
        app, "--n", choice_.n, 0, "N",
        "how many elements, all of FILE or 2^20 on the SIMT machine, 2^22 on a GPU by default");
    add_whole_number<unsigned>(app, "--block", choice_.block, 1, "B", "threads of a block, 256 by default", 1024);
    app.add_option_function<std::string>(
           "--rung", [this](const std::string& text) { choice_.rungs = range_of(text); },
           "a rung, or a range such as 3..8, all by default")
        ->type_name("RANGE");
    app.add_flag("--json", choice_.json, "print one object for each rung");
    machine_.declare_options(app);
    choice_.input.declare_options(app, ladder_dtypes,
                                  "of the generated numbers, int32 by default, or of the elements in raw and csv "
                                  "files; npy and npz state theirs");
  }

  outcome run() override {
    if (choice_.file.empty()) choice_.input.require_none_but_dtype();
    choice_.preset = machine_.preset();
    return machine_.gpu() ? ladder_on_gpu(choice_) : ladder_on_simt(choice_);
  }

 private:
  ladder_choice choice_;
  machine_choice machine_;
};

const registration register_ladder(std::make_unique<ladder_command>());

}  // namespace
}  // namespace warpfold::tools
