// Reductions by kernels, on one machine.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/gpu/enqueued.hpp"
#include "warpfold/reduce/gpu/kernel_cache.hpp"
#include "warpfold/reduce/gpu/workplace.hpp"
#include "warpfold/reduce/tune/transfer.hpp"

namespace warpfold::gpu {

class engine final : public accelerator {
 public:
  // `chunk_bytes` of each array of the host's are copied at once, rounded down to a power of two of elements.
  explicit engine(std::unique_ptr<devices::machine> machine, std::int64_t chunk_bytes = tune::chunk_bytes);

  devices::machine& machine() { return *machine_; }

  void require(const request& wanted) override;
  void add(cpu::partial& into, const request& wanted, const stretch& elements) override;
  void gather(const cpu::walk& elements, std::size_t input, std::int64_t first, std::int64_t count, std::byte* to,
              void* stream) override;

  // A reduction for arrays that lie, and whose results stay, in memory of the machine. The engine must outlive it.
  std::unique_ptr<enqueued> prepare(const request& wanted);
  // Puts it into the stream, by its CUstream.
  void enqueue(enqueued& what, std::span<const array_view> arrays, void* out, void* native_stream);

 private:
  // The calling thread's right to the machine: shared on a GPU, whose driver sorts threads out, and one thread's at a
  // time on the SIMT machine.
  class turn;

  void add_resident(cpu::partial& into, const request& wanted, const loaded_kernels& kernels, const stretch& elements);
  void add_hosted(cpu::partial& into, const request& wanted, const loaded_kernels& kernels, const stretch& elements);
  void require_resident(const cpu::walk& elements, std::size_t input);
  void prefetch(const stretch& elements, std::size_t input, void* native_stream);

  std::unique_ptr<devices::machine> machine_;
  std::int64_t chunk_bytes_;
  std::mutex mutex_;
  kernel_cache kernels_;
  workplace_pool workplaces_;
};

}  // namespace warpfold::gpu
