// The kernels of the gpu engine without the engine around them: on the SIMT machine, or, where the environment says
// WARPFOLD_TEST_KERNELS_ON=gpu, on the first GPU. What they leave is finished by the host and by the machine, which
// must come to the same bits.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/device/simt_machine.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/gpu/finish_choice.hpp"
#include "warpfold/reduce/gpu/kernel_choice.hpp"

namespace warpfold::test {

// What must not make a difference.
struct arrangement {
  std::size_t offset = 0;               // elements before the first, which unalign it
  std::optional<std::uint32_t> blocks;  // of the grid; absent: as the engine chooses
};

// std::vector<bool> has no elements to point to.
template <class T>
std::unique_ptr<T[]> plain(const std::vector<T>& values) {
  std::unique_ptr<T[]> elements(new T[values.size()]);
  std::copy(values.begin(), values.end(), elements.get());
  return elements;
}

// The bytes of a result's values.
inline std::vector<std::byte> bytes_of(const result& of) {
  std::vector<std::byte> bytes;
  for (const scalar& value : of.values) {
    visit_dtype(value.type(), [&](auto tag) {
      const auto element = value.as<typename decltype(tag)::type>();
      const auto* const begin = reinterpret_cast<const std::byte*>(&element);
      bytes.insert(bytes.end(), begin, begin + sizeof element);
    });
  }
  return bytes;
}

class kernel_runner {
 public:
  kernel_runner() : owner_(open()), machine_(*owner_), stream_(machine_.make_stream()) {
    scratch_ = devices::buffer(machine_, devices::memory_kind::device, scratch_bytes);
    out_ = devices::buffer(machine_, devices::memory_kind::pinned, out_bytes);
    finished_ = devices::buffer(machine_, devices::memory_kind::pinned, out_bytes);
    machine_.fill(scratch_.address(), std::byte{0}, scratch_bytes, *stream_);
  }

  simt::machine* simt_machine() {
    auto* const found = dynamic_cast<devices::simt_machine*>(owner_.get());
    return found == nullptr ? nullptr : &found->inner();
  }

  // Has the kernels do from now on what suits a machine of that compute capability.
  void imitate(int compute_capability) {
    imitated_ = of_capability(compute_capability);
    chosen_.clear();
  }

  // Reduces `a`, for dot `a` and `b`, where they lie one after another.
  template <element T>
  result reduce_dense(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice,
                      const arrangement& how = {}) {
    const held<T> first(*this, a, how.offset);
    const held<T> second(*this, b, 2 * how.offset);
    const gpu::kernel_choice& kernel = choose(operation, dtype_of<T>, choice);
    return run(kernel, kernel.dense, gpu::dense_arrays{{first.pointer(), second.pointer()}}, operation, dtype_of<T>,
               static_cast<std::int64_t>(a.size()), choice, how.blocks);
  }

  // The same of elements that lie anywhere.
  result reduce_strided(op operation, dtype type, const std::vector<std::byte>& memory,
                        const gpu::strided_arrays& layout, std::int64_t count, const options& choice,
                        std::optional<std::uint32_t> blocks = {}) {
    const held<std::byte> all(*this, memory, 0);
    gpu::strided_arrays arrays = layout;
    for (auto& first : arrays.first) first = all.pointer() + (first - memory.data());
    const gpu::kernel_choice& kernel = choose(operation, type, choice);
    return run(kernel, kernel.strided, arrays, operation, type, count, choice, blocks);
  }

  // What the host makes of the state of `count` elements that the last launch has left, for any result dtype: the
  // machine must make the same of it.
  result finish(op operation, dtype type, std::int64_t count, const options& choice) {
    const std::unique_ptr<cpu::partial> total = cpu::make_partial(operation, type, choice);
    std::vector<std::byte> state(total->state_bytes());
    machine_.host_read(state.data(), out_.address(), state.size());
    total->append_state(state, count);
    result found = total->finish(count);
    const std::vector<std::byte> expected = bytes_of(found);
    EXPECT_EQ(finish_on_machine(operation, type, count, choice, expected.size()), expected)
        << name_of(operation) << " of " << count << " " << name_of(type) << " to " << name_of(found.values[0].type());
    return found;
  }

 private:
  static devices::properties of_capability(int compute_capability) {
    devices::properties machine;
    machine.compute_capability = compute_capability;
    return machine;
  }

  static constexpr std::size_t out_bytes = 4096;
  static constexpr std::size_t scratch_bytes = workspace::counter_bytes + most_blocks * partial_bytes(largest_state);

  static std::unique_ptr<devices::machine> open() {
    const char* const on = std::getenv("WARPFOLD_TEST_KERNELS_ON");
    if (on != nullptr && std::string_view(on) == "gpu") return devices::open_gpu();
    return std::make_unique<devices::simt_machine>();
  }

  // Elements in the machine's memory.
  template <class T>
  class held {
   public:
    held(kernel_runner& runner, const std::vector<T>& values, std::size_t offset)
        : memory_(runner.machine_, devices::memory_kind::device, (values.size() + offset) * sizeof(T)),
          offset_(offset) {
      if (values.empty()) return;
      runner.machine_.upload(memory_.address() + offset * sizeof(T), plain(values).get(), values.size() * sizeof(T),
                             *runner.stream_);
    }
    const T* pointer() const { return reinterpret_cast<const T*>(memory_.address()) + offset_; }

   private:
    devices::buffer memory_;
    std::size_t offset_;
  };

  // What `choose` gives for such a reduction, asked once.
  template <class Choice, class Choose>
  const Choice& once(std::map<std::string, Choice>& chosen, op operation, dtype type, const options& choice,
                     const Choose& choose) {
    const std::string key = std::string(name_of(operation)) + " " + std::string(name_of(type)) + " " +
                            std::to_string(static_cast<int>(choice.accuracy)) +
                            std::to_string(static_cast<int>(choice.nan)) +
                            std::to_string(static_cast<int>(choice.order)) + std::to_string(choice.ddof) +
                            (choice.result_dtype ? std::string(name_of(*choice.result_dtype)) : std::string());
    auto at = chosen.find(key);
    if (at == chosen.end()) {
      at = chosen.emplace(key, choose(operation, type, choice)).first;
      gpu::fit(at->second, imitated_);
    }
    return at->second;
  }
  const gpu::kernel_choice& choose(op operation, dtype type, const options& choice) {
    return once(chosen_, operation, type, choice, gpu::choose_kernel);
  }

  template <class Arrays>
  result run(const gpu::kernel_choice& kernel, const std::string& name, const Arrays& arrays, op operation, dtype type,
             std::int64_t count, const options& choice, std::optional<std::uint32_t> blocks) {
    auto& module = modules_[kernel.image];
    if (!module) module = machine_.load(kernel.image);
    devices::launch_shape shape = gpu::shape_of(kernel, count, machine_.about());
    if (blocks) shape.grid.x = *blocks;
    const auto counters = reinterpret_cast<std::uint64_t*>(scratch_.address());
    const workspace scratch{counters, reinterpret_cast<std::byte*>(counters) + workspace::counter_bytes};
    module->find(name).launch(shape, gpu::arguments_of(kernel, arrays, count, 0, scratch, out_.address()), *stream_);
    stream_->synchronize();
    return finish(operation, type, count, choice);
  }

  // What the machine makes of the state that a launch has left.
  std::vector<std::byte> finish_on_machine(op operation, dtype type, std::int64_t count, const options& choice,
                                           std::size_t result_bytes) {
    const gpu::finish_choice& kernel = once(finishes_, operation, type, choice, gpu::choose_finish);
    auto& module = modules_[kernel.image];
    if (!module) module = machine_.load(kernel.image);
    const devices::address odd = finished_.address() + 1;  // where no type is aligned
    module->find(kernel.kernel)
        .launch(gpu::shape_of(kernel), gpu::arguments_of(kernel, out_.address(), count, odd), *stream_);
    stream_->synchronize();
    std::vector<std::byte> bytes(result_bytes);
    machine_.host_read(bytes.data(), odd, bytes.size());
    return bytes;
  }

  std::unique_ptr<devices::machine> owner_;
  devices::machine& machine_;
  std::unique_ptr<devices::stream> stream_;
  devices::buffer scratch_;
  devices::buffer out_;
  devices::buffer finished_;
  devices::properties imitated_ = of_capability(90);
  std::map<std::string, gpu::kernel_choice> chosen_;
  std::map<std::string, gpu::finish_choice> finishes_;
  std::map<std::string, std::unique_ptr<devices::module>> modules_;
};

}  // namespace warpfold::test
