// The ladder's kernels on one machine, each file loaded when it is first wanted.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "warpfold/device/machine.hpp"

namespace warpfold::ladder {

class kernel_library {
 public:
  // The machine must outlive the library, and the library what it finds.
  explicit kernel_library(devices::machine& machine) : machine_(&machine) {}

  devices::machine& machine() { return *machine_; }
  // A kernel by the file that it stands in and its readable name. Throws refusal where the machine's compute
  // capability runs no image of the file.
  devices::kernel& find(const std::string& file, std::string_view kernel);

 private:
  devices::machine* machine_;
  std::map<std::string, std::unique_ptr<devices::module>> modules_;
};

}  // namespace warpfold::ladder
