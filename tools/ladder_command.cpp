// `warpfold ladder`: every version of the parallel sum, checked and measured.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/command.hpp"
#include "tools/ladder_choice.hpp"
#include "tools/ladder_on_gpu.hpp"
#include "tools/ladder_on_simt.hpp"
#include "tools/machine_choice.hpp"
#include "tools/whole_number.hpp"

namespace warpfold::tools {
namespace {

// "7" or "3..8".
rung_range range_of(const std::string& text) {
  const std::size_t dots = text.find("..");
  const std::string first = text.substr(0, dots);
  const std::string last = dots == text.npos ? first : text.substr(dots + 2);
  rung_range range;
  if (!CLI::detail::lexical_cast(first, range.first) || !CLI::detail::lexical_cast(last, range.last) ||
      range.first < 1 || range.last < range.first) {
    throw CLI::ValidationError("--rung", fmt::format("found '{}', expected a number or a range such as 3..8", text));
  }
  return range;
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
    app.add_option("FILE", choice_.file, "numbers to sum, an npy, npz, csv or raw file; else they are generated");
    add_whole_number<std::uint64_t>(
        app, "--n", choice_.n, 0, "N",
        "how many elements, all of FILE or 2^20 on the SIMT machine, 2^22 on a GPU by default");
    app.add_option("--block", choice_.block, "threads of a block, 256 by default")
        ->type_name("B")
        ->check(CLI::Range(1u, 1024u));
    app.add_option_function<std::string>(
           "--rung", [this](const std::string& text) { choice_.rungs = range_of(text); },
           "a rung, or a range such as 3..8, all by default")
        ->type_name("RANGE");
    add_choice<dtype>(
        app, "--dtype", choice_.type,
        {{"int32", dtype::int32}, {"int64", dtype::int64}, {"float32", dtype::float32}, {"float64", dtype::float64}},
        "DTYPE", "of the generated numbers, int32 by default");
    app.add_flag("--json", choice_.json, "print one object for each rung");
    machine_.declare_options(app);
  }

  outcome run() override {
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
