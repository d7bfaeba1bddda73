// What a launch needs beside its elements, kept from one reduction to the next so that a warm engine allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// One launch at a time.
class workplace {
 public:
  // The machine must outlive it, and be entered whenever it is used.
  explicit workplace(devices::machine& machine);
  // Waits for what is still under way, as it uses this memory and perhaps a caller's.
  ~workplace();
  workplace(const workplace&) = delete;
  workplace& operator=(const workplace&) = delete;

  devices::stream& stream() { return *stream_; }
  // Room for that many bytes of partial results, zero at first.
  workspace scratch(std::size_t partial_bytes);
  // Where a launch leaves its state, which the host can read.
  devices::address result(std::size_t bytes);
  // Room for elements of an array on the machine, and on the host on the way there.
  devices::address elements(std::size_t input, std::size_t bytes);
  devices::address staging(std::size_t input, std::size_t bytes);

 private:
  devices::buffer zeros(std::size_t bytes);
  // `held`, or something larger in its place.
  devices::address at_least(devices::buffer& held, devices::memory_kind kind, std::size_t bytes);

  devices::machine* machine_;
  std::unique_ptr<devices::stream> stream_;
  devices::buffer counters_, partials_, result_;
  std::array<devices::buffer, 2> elements_, staging_;
};

// Workplaces that nobody uses at the moment.
class workplace_pool {
 public:
  explicit workplace_pool(devices::machine& machine) : machine_(&machine) {}

  // May be called from several threads.
  std::unique_ptr<workplace> take();
  void give_back(std::unique_ptr<workplace> free);

 private:
  devices::machine* machine_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<workplace>> free_;
};

// A workplace for as long as one reduction needs it. Unless the reduction says that it is done, something has failed
// with work perhaps still under way: the workplace is not used again.
class borrowed_workplace {
 public:
  explicit borrowed_workplace(workplace_pool& pool) : pool_(&pool), held_(pool.take()) {}
  void done() { pool_->give_back(std::move(held_)); }
  workplace* operator->() { return held_.get(); }
  workplace& operator*() { return *held_; }

 private:
  workplace_pool* pool_;
  std::unique_ptr<workplace> held_;
};

}  // namespace warpfold::gpu
