#include "ladder/stopwatch.hpp"

#include <algorithm>
#include <vector>

#include "ladder/image.hpp"

namespace warpfold::ladder {

using devices::memory_kind;

namespace {

std::size_t bytes_to_flush(const devices::machine& machine) {
  constexpr std::size_t least = std::size_t{64} << 20;
  return std::max(least, 4 * machine.about().l2_bytes);
}

}  // namespace

stopwatch::stopwatch(devices::machine& machine, devices::stream& in)
    : machine_(&machine),
      stream_(&in),
      probe_(machine.load(image_of("read_all", machine.about().compute_capability).ptx)),
      begin_(machine.make_event()),
      end_(machine.make_event()),
      other_(machine, memory_kind::device, bytes_to_flush(machine)),
      never_(machine, memory_kind::device, sizeof(unsigned)) {
  machine.fill(other_.address(), std::byte{1}, other_.bytes(), in);
}

double stopwatch::cold(const std::function<void()>& work, int repetitions) {
  return median([&] { flush(); }, work, repetitions);
}

double stopwatch::warm(const std::function<void()>& work, int repetitions) {
  // The flush keeps the machine busy until the rest is in the stream: launching takes time too.
  const auto before = [&] {
    flush();
    work();
  };
  return median(before, work, repetitions);
}

double stopwatch::read_bandwidth() {
  constexpr int repetitions = 9;
  constexpr std::size_t most = std::size_t{1} << 30;
  const devices::buffer array(*machine_, memory_kind::device, std::min(most, machine_->about().memory_bytes / 8));
  machine_->fill(array.address(), std::byte{1}, array.bytes(), *stream_);
  double best = 0;
  for (const unsigned blocks_per_sm : {4u, 8u, 40u}) {
    for (const unsigned threads : {256u, 512u}) {
      const double seconds = cold([&] { read(array.address(), array.bytes(), blocks_per_sm, threads); }, repetitions);
      best = std::max(best, static_cast<double>(array.bytes()) / seconds);
    }
  }
  return best;
}

double stopwatch::median(const std::function<void()>& before, const std::function<void()>& work, int repetitions) {
  std::vector<double> seconds;
  work();
  for (int i = 0; i < repetitions; ++i) {
    before();
    begin_->record(*stream_);
    work();
    end_->record(*stream_);
    end_->synchronize();
    seconds.push_back(end_->seconds_since(*begin_));
  }
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

void stopwatch::flush() {
  read(other_.address(), other_.bytes(), 4, 512);
}

void stopwatch::read(devices::address at, std::size_t bytes, unsigned blocks_per_sm, unsigned threads) {
  const auto sms = static_cast<unsigned>(machine_->about().sms);
  const devices::launch_shape shape{{blocks_per_sm * sms}, {threads}, {}, 0, false};
  const std::uint64_t vectors = bytes / 16;
  probe_->find("read_all").launch(shape, devices::arguments::of(at, vectors, never_.address()), *stream_);
}

}  // namespace warpfold::ladder
