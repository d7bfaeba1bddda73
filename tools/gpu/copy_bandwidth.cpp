// How fast a GPU can be given what lies in the host's memory.
#include <cstddef>
#include <vector>

#include "tools/median.hpp"
#include "tools/read_bandwidth.hpp"
#include "tools/stopwatch.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::tools {
namespace {

constexpr std::size_t copies = 15;

// Of memory that is never paged out, as much as is copied without a pause.
double copy_bandwidth() {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  const auto machine = devices::open_gpu();
  const devices::buffer from(*machine, devices::memory_kind::pinned, bytes);
  const devices::buffer to(*machine, devices::memory_kind::device, bytes);
  const auto stream = machine->make_stream();
  std::vector<double> seconds;
  while (seconds.size() < copies) {
    const stopwatch time;
    machine->copy(to.address(), from.address(), bytes, *stream);
    stream->synchronize();
    seconds.push_back(time.seconds());
  }
  return static_cast<double>(bytes) / median(seconds);
}

const bandwidth_of_engine entry(engine::gpu, copy_bandwidth);

}  // namespace
}  // namespace warpfold::tools
