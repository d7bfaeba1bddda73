// `warpfold occupancy`: how many blocks of a kernel an SM holds, and which resource limits.
#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ladder/image.hpp"
#include "tools/choice.hpp"
#include "tools/command.hpp"
#include "tools/json.hpp"
#include "tools/laboratory/kernel_source.hpp"
#include "tools/laboratory/machine_choice.hpp"
#include "tools/whole_number.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/base/readable_name.hpp"
#include "warpfold/device/kernel_name.hpp"
#include "warpfold/device/occupancy.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::tools {
namespace {

// The text of the ladder's image, for that compute capability, which has the kernel.
std::string ladder_text(const std::string& kernel, int compute_capability) {
  for (const ladder::image& each : ladder::images()) {
    if (each.compute_capability > compute_capability) continue;
    const ladder::image& newest = ladder::image_of(each.file, compute_capability);
    for (const std::string& name : devices::entry_names(newest.ptx)) {
      if (readable_name(name).starts_with(kernel)) return std::string(newest.ptx);
    }
  }
  throw error(fmt::format("no kernel of the ladder is named '{}'; --ptx names a file of your own", kernel));
}

// Calls action() and returns its result; an error it throws gets the file's name in front, if there is one.
template <class Action>
decltype(auto) naming_file(const std::string& file, Action&& action) {
  return file.empty() ? action() : files::naming(file, action);
}

class occupancy_command : public command {
 public:
  std::string name() const override { return "occupancy"; }
  std::string summary() const override { return "show how many blocks of a kernel an SM holds, and what limits them"; }
  section listed_under() const override { return section::laboratory; }
  std::string examples() const override {
    return "$ warpfold occupancy 'sequential<int>' --on simt --block 256 --shared 1024\n"
           "sequential<int> on SIMT machine as h200, block 256: ...\n"
           "...\n";
  }

  void declare_options(CLI::App& app) override {
    app.add_option("KERNEL", kernel_, "a kernel of the ladder, such as 'sequential<int>', or of a PTX file")
        ->required()
        ->check(not_empty("the name of a kernel"));
    app.add_option("--ptx", file_, "a PTX file that has the kernel")->type_name("FILE")->check(not_empty(file_name));
    add_whole_number<int>(app, "--block", block_, 1, "B", "threads of a block, 256 by default", 1024);
    add_whole_number<std::uint32_t>(app, "--shared", shared_, 0, "BYTES",
                                    "bytes of dynamic shared memory, 0 by default");
    app.add_flag("--json", json_, "print one object");
    machine_.declare_options(app);
  }

  outcome run() override {
    const std::unique_ptr<devices::machine> machine =
        machine_.gpu() ? devices::open_gpu()
                       : std::make_unique<devices::simt_machine>(simt::machine_settings{.gpu = machine_.preset()});
    const devices::properties& about = machine->about();
    const auto module = loaded(*machine);
    const devices::kernel& kernel =
        naming_file(file_, [&]() -> const devices::kernel& { return module->find(kernel_); });
    const auto limits = devices::occupancy_limits(about, kernel.resources(), block_, shared_);
    return {json_ ? object(about, kernel, limits) : page(about, kernel, limits), {}, 0};
  }

 private:
  std::unique_ptr<devices::module> loaded(devices::machine& machine) const {
    if (file_.empty()) return machine.load(ladder_text(kernel_, machine.about().compute_capability));
    const std::string text = contents_of(file_);
    return naming_file(file_, [&] { return machine.load(text); });
  }

  using limit_list = std::array<devices::resource_limit, 4>;

  std::string page(const devices::properties& about, const devices::kernel& kernel, const limit_list& limits) const {
    const devices::kernel_resources needs = kernel.resources();
    const int blocks = kernel.blocks_per_sm(block_, shared_);
    const int threads = blocks * block_;
    std::string text = fmt::format(
        "{} on {}, block {}: {} blocks per SM, {} of {} threads ({:.0f}%), limited by {}\n"
        "a thread takes {} registers and {} bytes of local memory, a block {} bytes of shared memory\n\n",
        readable_name(kernel.name()), about.name, block_, blocks, threads, about.max_threads_per_sm,
        100.0 * threads / about.max_threads_per_sm, devices::tightest(limits).resource, needs.registers,
        needs.local_bytes, needs.static_shared_bytes + shared_);
    for (const devices::resource_limit& each : limits) {
      text += fmt::format("{:<14} {}\n", each.resource,
                          each.blocks > 1'000'000 ? "no limit" : fmt::format("{} blocks", each.blocks));
    }
    return text;
  }

  std::string object(const devices::properties& about, const devices::kernel& kernel, const limit_list& limits) const {
    const devices::kernel_resources needs = kernel.resources();
    const int blocks = kernel.blocks_per_sm(block_, shared_);
    json found{{"kernel", readable_name(kernel.name())},
               {"machine", about.name},
               {"block", block_},
               {"registers", needs.registers},
               {"local_bytes", needs.local_bytes},
               {"shared_bytes", needs.static_shared_bytes + shared_},
               {"blocks_per_sm", blocks},
               {"occupancy", static_cast<double>(blocks * block_) / about.max_threads_per_sm},
               {"limited_by", devices::tightest(limits).resource}};
    for (const devices::resource_limit& each : limits) found["limits"][std::string(each.resource)] = each.blocks;
    return json_line(found);
  }

  std::string kernel_;
  std::string file_;
  int block_ = 256;
  std::uint32_t shared_ = 0;
  bool json_ = false;
  machine_choice machine_;
};

const registration register_occupancy(std::make_unique<occupancy_command>());

}  // namespace
}  // namespace warpfold::tools
