// How long work takes on a machine, with the array in the L2 cache or far from it.
#pragma once

#include <functional>
#include <memory>

#include "warpfold/device/machine.hpp"

namespace warpfold::ladder {

class stopwatch {
 public:
  // Takes memory several times as large as the machine's L2 cache.
  stopwatch(devices::machine& machine, devices::stream& in);

  // Median seconds of `work`, which puts launches into the stream. Cold: everything else was pushed out of the L2 cache
  // by reads. Warm: the work has just been done.
  double cold(const std::function<void()>& work, int repetitions);
  double warm(const std::function<void()>& work, int repetitions);

  // Bytes a second that a kernel reads which does nothing else, from a gibibyte (or an eighth of the memory, if that is
  // less): the best of a few grids, each the median of several runs.
  double read_bandwidth();

 private:
  double median(const std::function<void()>& before, const std::function<void()>& work, int repetitions);
  void flush();
  void read(devices::address at, std::size_t bytes, unsigned blocks_per_sm, unsigned threads);

  devices::machine* machine_;
  devices::stream* stream_;
  std::unique_ptr<devices::module> probe_;
  std::unique_ptr<devices::event> begin_, end_;
  devices::buffer other_, never_;
};

}  // namespace warpfold::ladder
