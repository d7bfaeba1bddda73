#include "warpfold/device/simt_machine.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/base/readable_name.hpp"
#include "warpfold/device/kernel_name.hpp"

namespace warpfold::devices {
namespace {

simt::dimensions dimensions_of(const extent& e) {
  return {e.x, e.y, e.z};
}

simt::launch_shape shape_of(const launch_shape& shape) {
  simt::launch_shape inner{dimensions_of(shape.grid), dimensions_of(shape.block), std::nullopt,
                           static_cast<std::uint32_t>(shape.shared_bytes), shape.cooperative};
  if (shape.cluster) inner.cluster = dimensions_of(*shape.cluster);
  return inner;
}

simt::memory_kind kind_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::device:
      return simt::memory_kind::device;
    case memory_kind::pinned:
      return simt::memory_kind::pinned;
    case memory_kind::managed:
      return simt::memory_kind::managed;
  }
  throw error("unknown kind of memory");
}

class simt_stream final : public stream {
 public:
  void synchronize() override {}
};

class simt_event final : public event {
 public:
  void record(stream&) override { reached_ = clock::now(); }
  void synchronize() override {}
  double seconds_since(const event& earlier) const override {
    return std::chrono::duration<double>(reached_ - static_cast<const simt_event&>(earlier).reached_).count();
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point reached_;
};

class simt_kernel final : public kernel {
 public:
  simt_kernel(simt::machine& inner, std::string name) : inner_(&inner), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }

  kernel_resources resources() const override {
    const simt::program& decoded = inner_->kernel(name_);
    return {decoded.registers_per_thread, decoded.static_shared_bytes, decoded.local_bytes,
            static_cast<int>(inner_->device().threads_per_sm) / 2};
  }

  int blocks_per_sm(int threads, std::size_t shared_bytes) const override {
    simt::launch_shape shape;
    shape.block = {static_cast<std::uint32_t>(threads), 1, 1};
    shape.dynamic_shared_bytes = static_cast<std::uint32_t>(shared_bytes);
    return static_cast<int>(inner_->occupancy_for(name_, shape).blocks_per_sm);
  }

  void launch(const launch_shape& shape, const arguments& values, stream&) override {
    std::vector<simt::kernel_argument> inner_values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      inner_values.emplace_back(std::vector(values[i].begin(), values[i].end()));
    }
    const simt::launch_outcome outcome =
        inner_->launch(name_, shape_of(shape), std::span<const simt::kernel_argument>(inner_values));
    if (!outcome.error.empty()) throw error(fmt::format("{}: {}", readable_name(name_), outcome.error));
  }

 private:
  simt::machine* inner_;
  std::string name_;
};

class simt_module final : public module {
 public:
  simt_module(simt::machine& inner, std::string_view image) : inner_(&inner), names_(entry_names(image)) {
    inner.load(image);
  }

  kernel& find(std::string_view wanted) override {
    const std::string name = match_kernel_name(names_, wanted);
    auto& found = kernels_[name];
    if (!found) found = std::make_unique<simt_kernel>(*inner_, name);
    return *found;
  }

 private:
  simt::machine* inner_;
  std::vector<std::string> names_;
  std::map<std::string, std::unique_ptr<simt_kernel>> kernels_;
};

std::span<const std::byte> bytes_at(const void* begin, std::size_t bytes) {
  return {static_cast<const std::byte*>(begin), bytes};
}
std::span<std::byte> bytes_at(void* begin, std::size_t bytes) {
  return {static_cast<std::byte*>(begin), bytes};
}

}  // namespace

properties properties_of(const simt::gpu& preset) {
  properties about;
  about.name = fmt::format("SIMT machine as {}", preset.name);
  about.compute_capability = preset.capability;
  about.sms = static_cast<int>(preset.sms);
  about.max_threads_per_sm = static_cast<int>(preset.threads_per_sm);
  about.max_blocks_per_sm = static_cast<int>(preset.blocks_per_sm);
  about.registers_per_sm = static_cast<int>(preset.registers_per_sm);
  about.shared_bytes_per_block = std::min<std::size_t>(48 * 1024, preset.shared_per_block);
  about.shared_bytes_per_block_opt_in = preset.shared_per_block;
  about.shared_bytes_per_sm = preset.shared_per_sm;
  about.shared_bytes_reserved = preset.shared_reserved;
  about.memory_bytes = preset.memory_bytes;
  about.memory_bytes_per_second = preset.memory_bytes_per_second;
  about.clock_khz = static_cast<int>(preset.clock_hz * 1e-3);
  about.max_cluster_blocks = static_cast<int>(std::min(8u, preset.largest_cluster));
  about.managed_pages_move_on_demand = true;
  about.driver = "none needed";
  return about;
}

simt_machine::simt_machine(simt::machine_settings settings)
    : inner_(std::move(settings)), about_(properties_of(inner_.device())) {}

std::unique_ptr<stream> simt_machine::make_stream() {
  return std::make_unique<simt_stream>();
}
std::unique_ptr<stream> simt_machine::adopt_stream(void*) {
  return make_stream();
}
std::unique_ptr<event> simt_machine::make_event() {
  return std::make_unique<simt_event>();
}
std::unique_ptr<module> simt_machine::load(std::string_view image) {
  return std::make_unique<simt_module>(inner_, image);
}

address simt_machine::allocate(memory_kind kind, std::size_t bytes) {
  return inner_.allocate(bytes, kind_of(kind));
}

void simt_machine::release(address at, memory_kind) noexcept {
  inner_.release(at);
}

std::optional<memory_kind> simt_machine::kind_at(address at) {
  const simt::allocation* const found = inner_.global().find(at);
  if (found == nullptr || found->freed || at >= found->end()) return std::nullopt;
  switch (found->kind) {
    case simt::memory_kind::pinned:
      return memory_kind::pinned;
    case simt::memory_kind::managed:
      return memory_kind::managed;
    case simt::memory_kind::host:
      return std::nullopt;
    default:
      return memory_kind::device;
  }
}

void simt_machine::upload(address to, const void* from, std::size_t bytes, stream&) {
  inner_.write(to, bytes_at(from, bytes));
}

void simt_machine::download(void* to, address from, std::size_t bytes, stream&) {
  inner_.read(from, bytes_at(to, bytes));
}

void simt_machine::copy(address to, address from, std::size_t bytes, stream&) {
  std::vector<std::byte> held(bytes);
  inner_.read(from, held);
  inner_.write(to, held);
}

void simt_machine::fill(address to, std::byte value, std::size_t bytes, stream&) {
  inner_.write(to, std::vector<std::byte>(bytes, value));
}

void simt_machine::host_read(void* to, address from, std::size_t bytes) {
  inner_.host_read(from, bytes_at(to, bytes));
}

void simt_machine::host_write(address to, const void* from, std::size_t bytes) {
  inner_.host_write(to, bytes_at(from, bytes));
}

void simt_machine::prefetch(address at, std::size_t bytes, place where, stream&) {
  inner_.prefetch(at, bytes, where == place::host ? simt::page_location::host : simt::page_location::device);
}

void simt_machine::advise(address at, std::size_t bytes, advice how) {
  switch (how) {
    case advice::read_mostly:
      return inner_.advise(at, bytes, simt::memory_advice::read_mostly);
    case advice::prefer_device:
      return inner_.advise(at, bytes, simt::memory_advice::prefer_device);
    case advice::prefer_host:
      return inner_.advise(at, bytes, simt::memory_advice::prefer_host);
    case advice::accessed_by_device:
      return;  // Pages that the device finds mapped do not move: nothing to note down here.
  }
}

}  // namespace warpfold::devices
