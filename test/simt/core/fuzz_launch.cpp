// libFuzzer target: whatever text is a module, its kernels run for a while, watched or not, or are refused with an
// error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

// Pointers to memory for parameters that may be some, small numbers for the others.
std::vector<kernel_argument> arguments_of(const program& kernel, std::uint64_t memory) {
  std::vector<kernel_argument> all;
  for (const kernel_parameter& parameter : kernel.parameters) {
    std::vector<std::byte> value(parameter.size);
    const std::uint64_t number = parameter.size == sizeof memory ? memory : 64;
    std::memcpy(value.data(), &number, std::min(value.size(), sizeof number));
    all.emplace_back(std::move(value));
  }
  return all;
}

void launch_all(machine& gpu, std::uint32_t threads) {
  const std::uint64_t memory = gpu.allocate(65536);
  for (const std::string& name : gpu.kernels()) {
    try {
      const launch_shape shape{.grid = {2}, .block = {threads}, .dynamic_shared_bytes = 256};
      gpu.launch(name, shape, std::span<const kernel_argument>(arguments_of(gpu.kernel(name), memory)));
    } catch (const error&) {
      // What the machine does not run, it says.
    }
  }
}

}  // namespace
}  // namespace warpfold::simt

// The last byte is no text: it says how the kernels run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpfold::simt;
  if (size == 0) return 0;
  const std::uint8_t how = data[size - 1];
  machine_settings settings{
      .threads = (how & 1) != 0 ? thread_model::lockstep : thread_model::independent, .limit = 2000, .host_threads = 1};
  if ((how & 2) != 0) settings.seed = how;
  machine gpu(settings);
  std::vector<std::unique_ptr<watch>> watches;
  try {
    gpu.load(std::string_view(reinterpret_cast<const char*>(data), size - 1));
    for (const auto& one : all_watches()) {
      if ((how & 4) == 0) break;
      watches.push_back(make_watch(one.name));
      gpu.attach(*watches.back());
    }
    launch_all(gpu, 1 + how % 70);
  } catch (const warpfold::error&) {
  }
  return 0;
}
