#include "warpfold/simt/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "warpfold/base/error.hpp"
#include "warpfold/base/readable_name.hpp"
#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/decode.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt {

struct machine::loaded_module {
  std::shared_ptr<const ptx::module> text;
  symbol_addresses symbols;
  std::map<std::pair<const ptx::function*, bool>, std::shared_ptr<const program>> programs;  // by kernel, watched
};

namespace {

constexpr std::uint64_t code_bytes_of_function = 16;

std::string_view kind_name(memory_kind kind) {
  return kind == memory_kind::device ? "device" : kind == memory_kind::constant ? "constant" : "other";
}

}  // namespace

machine::machine(machine_settings settings) : settings_(std::move(settings)), device_(find_gpu(settings_.gpu)) {
  if (device_ != nullptr) return;
  std::string known;
  for (const simt::gpu& one : gpus()) known += (known.empty() ? "" : ", ") + std::string(one.name);
  throw error(fmt::format("GPU {}: unknown, expected one of {}", settings_.gpu, known));
}

machine::~machine() = default;

void machine::load(std::string_view ptx, const std::string& name) {
  auto module = std::make_unique<loaded_module>();
  module->text = std::make_shared<ptx::module>(ptx::parse(ptx, name));
  const ptx::module& text = *module->text;
  for (const auto& earlier : modules_) module->symbols.insert(earlier->symbols.begin(), earlier->symbols.end());
  for (std::size_t n = 0; n < text.functions.size(); ++n) {
    const std::uint64_t number = (modules_.size() << 20) + n + 1;
    if (text.functions[n].external && module->symbols.contains(text.functions[n].name)) continue;
    module->symbols[text.functions[n].name] = code_window + number * code_bytes_of_function;
  }
  const auto place = [&](const ptx::variable& v) {
    const bool constant = v.space == ptx::space::constant;
    if (v.external || (v.space != ptx::space::global && !constant)) return;
    const memory_kind kind = constant ? memory_kind::constant : v.managed ? memory_kind::managed : memory_kind::device;
    const auto alignment = std::max<std::uint64_t>(static_cast<std::uint64_t>(std::max(v.alignment, 1)), 16);
    const std::uint64_t address = memory_.allocate(v.size, kind, v.name, alignment);
    memory_.write(address, std::as_bytes(std::span(v.initial)));
    module->symbols[v.name] = address;
  };
  const auto link = [&](const ptx::variable& v) {
    for (const ptx::initializer_symbol& symbol : v.initial_symbols) {
      const auto found = module->symbols.find(symbol.symbol);
      if (found == module->symbols.end()) {
        throw error(fmt::format("{}:{}: initial value of {}: {} is not a variable in global memory or a function", name,
                                v.at.line, v.name, symbol.symbol));
      }
      const std::uint64_t value =
          (found->second + static_cast<std::uint64_t>(symbol.addend)) >> (8 * symbol.first_byte);
      memory_.write(module->symbols.at(v.name) + symbol.offset,
                    std::as_bytes(std::span(&value, 1)).first(static_cast<std::size_t>(symbol.size)));
    }
  };
  const auto each_variable = [&](auto what) {
    for (const ptx::variable& v : text.variables) what(v);
    for (const ptx::function& f : text.functions) {
      for (const ptx::variable& v : f.variables) what(v);
    }
  };
  each_variable(place);
  each_variable(link);
  modules_.push_back(std::move(module));
}

void machine::load_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw error(fmt::format("{}: cannot be read", path));
  load(std::string(std::istreambuf_iterator<char>(file), {}), path);
}

std::vector<std::string> machine::kernels() const {
  std::vector<std::string> names;
  for (const auto& module : modules_) {
    for (const ptx::function& f : module->text->functions) {
      if (f.entry && !f.external) names.push_back(f.name);
    }
  }
  return names;
}

machine::found_kernel machine::find(std::string_view name) {
  std::vector<found_kernel> exact, named, begun;
  std::string known;
  for (const auto& module : modules_) {
    for (const ptx::function& f : module->text->functions) {
      if (!f.entry || f.external) continue;
      const std::string shown = readable_name(f.name);
      known += (known.empty() ? "" : ", ") + shown;
      if (f.name == name) exact.push_back({module.get(), &f});
      if (shown == name) named.push_back({module.get(), &f});
      if (shown.starts_with(name)) begun.push_back({module.get(), &f});
    }
  }
  for (const auto* candidates : {&exact, &named, &begun}) {
    if (candidates->size() == 1) return candidates->front();
    if (candidates->size() > 1) throw error(fmt::format("kernel {}: several are called so; there are {}", name, known));
  }
  throw error(fmt::format("kernel {}: not found; there are {}", name, known.empty() ? "none" : known));
}

std::shared_ptr<const program> machine::decoded(const found_kernel& found, bool watched) {
  auto& made = found.module->programs[{found.function, watched}];
  if (made == nullptr) made = decode(found.module->text, *found.function, found.module->symbols, watched);
  return made;
}

const program& machine::kernel(std::string_view name) {
  return *decoded(find(name), !observers_.empty());
}

occupancy machine::occupancy_for(std::string_view kernel_name, const launch_shape& shape) {
  const program& decoded_kernel = kernel(kernel_name);
  const dimensions cluster = shape.cluster.value_or(dimensions{1, 1, 1});
  return occupancy_of(*device_, {shape.block[0] * shape.block[1] * shape.block[2],
                                 static_cast<std::uint32_t>(decoded_kernel.registers_per_thread),
                                 decoded_kernel.static_shared_bytes + shape.dynamic_shared_bytes,
                                 cluster[0] * cluster[1] * cluster[2]});
}

std::uint64_t machine::allocate(std::uint64_t bytes, memory_kind kind) {
  if (bytes > device_->memory_bytes) {
    throw error(fmt::format("allocation of {} bytes: {} has {}", bytes, device_->name, device_->memory_bytes));
  }
  return memory_.allocate(bytes, kind);
}

void machine::release(std::uint64_t address) {
  memory_.release(address);
}

std::uint64_t machine::symbol(const std::string& name) const {
  for (auto module = modules_.rbegin(); module != modules_.rend(); ++module) {
    const auto found = (*module)->symbols.find(name);
    if (found != (*module)->symbols.end()) return found->second;
  }
  throw error(fmt::format("variable {}: not found", name));
}

bool machine::refuse_host_access(std::uint64_t address, std::size_t bytes, access_kind kind) {
  allocation* owner = memory_.find(address);
  fault_event event;
  event.kind = kind;
  event.bytes = static_cast<std::uint32_t>(std::min<std::size_t>(bytes, ~std::uint32_t{0}));
  event.lanes = 1;
  event.addresses = &address;
  event.nearest = owner;
  if (owner == nullptr) {
    event.reason = fault_reason::unallocated;
  } else if (owner->freed) {
    event.reason = fault_reason::freed;
  } else if (address - owner->address > owner->size || bytes > owner->end() - address) {
    event.reason = fault_reason::past_end;
  } else if (owner->kind == memory_kind::device || owner->kind == memory_kind::constant) {
    event.reason = fault_reason::device_memory;
  } else {
    if (owner->pages) {
      const int faults = owner->pages->touch_from_host(address, bytes, kind == access_kind::store);
      for (observer* one : observers_) {
        if (faults > 0 && (one->interests() & observer::page_faults) != 0)
          one->page_fault({nullptr, nullptr, owner, faults});
      }
    }
    return false;
  }
  bool told = false;
  for (observer* one : observers_) {
    if ((one->interests() & observer::faults) == 0) continue;
    one->fault(event);
    told = true;
  }
  if (told) return true;
  throw error(fmt::format("the host touches {} bytes at {:#x}: {}", bytes, address,
                          owner == nullptr ? "not allocated"
                          : event.reason == fault_reason::device_memory
                              ? fmt::format("{} memory", kind_name(owner->kind))
                              : "outside of an allocation"));
}

void machine::host_read(std::uint64_t address, std::span<std::byte> data) {
  if (!data.empty() && !refuse_host_access(address, data.size(), access_kind::load)) memory_.read(address, data);
}

void machine::host_write(std::uint64_t address, std::span<const std::byte> data) {
  if (!data.empty() && !refuse_host_access(address, data.size(), access_kind::store)) memory_.write(address, data);
}

allocation& machine::managed(std::uint64_t address, std::uint64_t bytes) {
  allocation* owner = memory_.find(address);
  if (owner == nullptr || owner->freed || !owner->pages || bytes > owner->size ||
      address - owner->address > owner->size - bytes) {
    throw error(fmt::format("{} bytes at {:#x}: expected managed memory", bytes, address));
  }
  return *owner;
}

void machine::prefetch(std::uint64_t address, std::uint64_t bytes, page_location to) {
  managed(address, bytes).pages->prefetch(address, bytes, to);
}

void machine::advise(std::uint64_t address, std::uint64_t bytes, memory_advice advice) {
  managed(address, bytes).pages->advise(address, bytes, advice);
}

void machine::attach(observer& one) {
  observers_.push_back(&one);
}

void machine::detach(observer& one) {
  std::erase(observers_, &one);
}

launch_outcome machine::launch(std::string_view kernel_name, const launch_shape& shape,
                               std::span<const kernel_argument> arguments) {
  const auto decoded_kernel = decoded(find(kernel_name), !observers_.empty());
  simt::launch asked;
  asked.grid = shape.grid;
  asked.block = shape.block;
  asked.cluster = shape.cluster;
  for (dimensions* d : {&asked.grid, &asked.block}) {
    std::ranges::replace(*d, 0u, 1u);  // left out in {.grid = {64}}
  }
  if (asked.cluster) std::ranges::replace(*asked.cluster, 0u, 1u);
  asked.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  asked.cooperative = shape.cooperative;
  asked.threads = settings_.threads;
  asked.seed = settings_.seed;
  asked.limit = settings_.limit;
  asked.host_threads = settings_.host_threads;
  asked.device = device_;
  asked.observers = observers_;
  const auto& parameters = decoded_kernel->parameters;
  if (arguments.size() != parameters.size()) {
    throw error(
        fmt::format("launch of {}: {} arguments, expected {}", kernel_name, arguments.size(), parameters.size()));
  }
  asked.parameters.resize(decoded_kernel->parameter_bytes);
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    const auto bytes = arguments[n].bytes();
    if (bytes.size() != parameters[n].size) {
      throw error(fmt::format("launch of {}: argument {} has {} bytes, expected {}", kernel_name, n, bytes.size(),
                              parameters[n].size));
    }
    std::ranges::copy(bytes, asked.parameters.begin() + parameters[n].offset);
  }
  return run(*decoded_kernel, asked, memory_);
}

}  // namespace warpfold::simt
