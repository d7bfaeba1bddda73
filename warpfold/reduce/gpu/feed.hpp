// Elements of the host's memory on their way through a machine, chunk by chunk: while one is copied, the next is got
// ready, and the one before is reduced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "warpfold/reduce/cpu/walk.hpp"
#include "warpfold/reduce/gpu/launched.hpp"

namespace warpfold::gpu {

class feed {
 public:
  // All of them must outlive it. `threads` of the CPU at most gather elements that do not lie one after another in
  // pinned memory.
  feed(devices::machine& machine, workplace_pool& pool, const loaded_kernels& kernels, const cpu::walk& elements,
       int threads)
      : machine_(machine), pool_(pool), kernels_(kernels), elements_(elements), threads_(threads) {}

  // Sends `count` elements from position `first` on, whose index is `index`, and may take what an earlier chunk has
  // come to.
  void add(cpu::partial& into, std::int64_t first, std::int64_t count, std::int64_t index);
  // Takes what is still under way.
  void finish(cpu::partial& into);

 private:
  struct chunk {
    chunk(workplace_pool& pool, devices::machine& machine, const loaded_kernels& kernels)
        : place(pool), work(machine, kernels, *place) {}
    borrowed_workplace place;
    launched work;
  };

  chunk& next_chunk(cpu::partial& into);
  void collect_oldest(cpu::partial& into);
  // Puts the copy of some elements into the stream and returns where it goes to.
  devices::address send(workplace& place, std::size_t input, std::int64_t first, std::int64_t count);
  // Copies elements into memory from which copies run at full speed.
  void stage(devices::address to, std::size_t input, std::int64_t first, std::int64_t count);

  devices::machine& machine_;
  workplace_pool& pool_;
  const loaded_kernels& kernels_;
  const cpu::walk& elements_;
  int threads_;
  std::deque<chunk> under_way_;
  std::vector<chunk> free_;
};

}  // namespace warpfold::gpu
