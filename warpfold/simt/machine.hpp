// A GPU that is a library: loads PTX, holds memory, launches kernels, and shows everything to watches.
//
//   simt::machine gpu;
//   gpu.load_file("sum.ptx");
//   auto in = gpu.upload(std::vector<float>{1, 2, 3, 4});
//   auto out = gpu.allocate(sizeof(float));
//   auto race = simt::make_watch("race");
//   gpu.attach(*race);
//   gpu.launch("sum", {.grid = {1}, .block = {32}}, in, out, 4);
//   EXPECT_EQ(gpu.download<float>(out, 1)[0], 10);
//   EXPECT_TRUE(race->findings().empty());
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "warpfold/simt/core/launch.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/model/gpu.hpp"
#include "warpfold/simt/model/occupancy.hpp"

namespace warpfold::simt {

// How a launch is laid out. Dimensions that are left out are 1.
struct launch_shape {
  dimensions grid = {1, 1, 1};
  dimensions block = {1, 1, 1};
  std::optional<dimensions> cluster = std::nullopt;  // absent: as the kernel declares, or each block alone
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
};

// What stays the same from launch to launch.
struct machine_settings {
  std::string gpu = "h200";  // a preset of model/gpus.def
  thread_model threads = thread_model::independent;
  std::optional<std::uint64_t> seed = std::nullopt;   // see core/launch.hpp
  std::optional<std::uint64_t> limit = std::nullopt;  // of warp instructions, for each launch
  unsigned host_threads = 0;                          // 0: as many as the host has
};

// One argument of a kernel: its bytes. Made from numbers and addresses.
class kernel_argument {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T> kernel_argument(const T& value)  // NOLINT(google-explicit-constructor)
      : bytes_(sizeof(T)) {
    std::memcpy(bytes_.data(), &value, sizeof(T));
  }
  explicit kernel_argument(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

class machine {
 public:
  explicit machine(machine_settings settings = {});
  ~machine();
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;

  const simt::gpu& device() const { return *device_; }
  machine_settings& settings() { return settings_; }

  // PTX text. Throws error for text that is not PTX, with the place; `name` stands for the text in messages. Variables
  // of the module are placed in memory and initialized.
  void load(std::string_view ptx, const std::string& name = "ptx");
  void load_file(const std::string& path);

  // Kernels of all modules, as the text spells them, in order.
  std::vector<std::string> kernels() const;
  // The decoded kernel of that name: as the text spells it; or demangled, without its parameters ("sum<float>"); or the
  // only one whose demangled name begins so. Throws error where none or several do, listing them.
  const program& kernel(std::string_view name);
  // How many blocks of it fit.
  occupancy occupancy_for(std::string_view kernel_name, const launch_shape& shape);

  // Memory. Addresses are the guest's. An allocation of 0 bytes has an address, which nothing may be read from.
  std::uint64_t allocate(std::uint64_t bytes, memory_kind kind = memory_kind::device);
  void release(std::uint64_t address);
  void write(std::uint64_t address, std::span<const std::byte> data) { memory_.write(address, data); }
  void read(std::uint64_t address, std::span<std::byte> data) const { memory_.read(address, data); }
  template <class T>
  std::uint64_t upload(const std::vector<T>& values, memory_kind kind = memory_kind::device) {
    const std::uint64_t address = allocate(values.size() * sizeof(T), kind);
    write(address, std::as_bytes(std::span(values)));
    return address;
  }
  template <class T>
  std::vector<T> download(std::uint64_t address, std::size_t count) const {
    std::vector<T> values(count);
    read(address, std::as_writable_bytes(std::span(values)));
    return values;
  }
  // The address of a global or constant variable of a module. Throws error if there is none.
  std::uint64_t symbol(const std::string& name) const;

  // Loads and stores by the host itself: of host, pinned and managed memory, whose pages move. Those of device memory
  // are refused, as on a real system: a fault, which throws unless an observer listens.
  void host_read(std::uint64_t address, std::span<std::byte> data);
  void host_write(std::uint64_t address, std::span<const std::byte> data);
  // Managed memory only.
  void prefetch(std::uint64_t address, std::uint64_t bytes, page_location to);
  void advise(std::uint64_t address, std::uint64_t bytes, memory_advice advice);

  memory& global() { return memory_; }
  const memory& global() const { return memory_; }

  // Observers of all following launches and host accesses; they must outlive the machine or be detached.
  void attach(observer& one);
  void detach(observer& one);

  // Runs a kernel to its end. Throws error for a launch that cannot be: unknown kernel, unsupported instruction,
  // arguments that do not fit, a shape that the GPU cannot hold. What goes wrong on the guest is in the outcome.
  launch_outcome launch(std::string_view kernel_name, const launch_shape& shape,
                        std::span<const kernel_argument> arguments);
  template <class... Argument>
  launch_outcome launch(std::string_view kernel_name, const launch_shape& shape, const Argument&... arguments) {
    const std::vector<kernel_argument> list = {kernel_argument(arguments)...};
    return launch(kernel_name, shape, std::span<const kernel_argument>(list));
  }

 private:
  struct loaded_module;
  struct found_kernel {
    loaded_module* module;
    const ptx::function* function;
  };

  found_kernel find(std::string_view name);
  std::shared_ptr<const program> decoded(const found_kernel& found, bool watched);
  allocation& managed(std::uint64_t address, std::uint64_t bytes);
  bool refuse_host_access(std::uint64_t address, std::size_t bytes, access_kind kind);

  machine_settings settings_;
  const simt::gpu* device_;
  memory memory_;
  std::vector<std::unique_ptr<loaded_module>> modules_;
  std::vector<observer*> observers_;
};

}  // namespace warpfold::simt
