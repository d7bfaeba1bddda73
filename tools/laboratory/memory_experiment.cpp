#include "tools/laboratory/memory_experiment.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "ladder/data.hpp"
#include "ladder/rung.hpp"
#include "tools/median.hpp"
#include "tools/stopwatch.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::tools {
namespace {

using devices::memory_kind;

// What the SIMT machine has counted of all managed memory so far.
simt::page_counts page_counts_of(devices::simt_machine& machine) {
  simt::page_counts all;
  for (const auto& [address, allocation] : machine.inner().global().allocations()) {
    if (!allocation.pages) continue;
    const simt::page_counts& counts = allocation.pages->counts();
    all.device_faults += counts.device_faults;
    all.to_device += counts.to_device;
    all.prefetched_to_device += counts.prefetched_to_device;
  }
  return all;
}

class experiment {
 public:
  experiment(devices::machine& machine, std::uint64_t n)
      : machine_(machine),
        kernels_(machine),
        stream_(machine.make_stream()),
        numbers_(dtype::int32, n),
        out_(machine, memory_kind::pinned, sizeof(std::int32_t)),
        counters_(machine, memory_kind::device, ladder::counter_bytes),
        partials_(machine, memory_kind::device, ladder::partial_elements(n, block) * sizeof(std::int32_t)) {
    machine.fill(counters_.address(), std::byte{0}, counters_.bytes(), *stream_);
    const auto* const values = reinterpret_cast<const std::int32_t*>(host_array());
    exact_ = std::accumulate(values, values + n, std::int32_t{0});
  }

  std::vector<memory_result> run() {
    pageable_copy();
    pinned_copy();
    mapped();
    managed("managed", "page by page, as the kernel touches them", [](const devices::buffer&) {});
    managed("managed, prefetched", "moved before the kernel starts", [&](const devices::buffer& array) {
      machine_.prefetch(array.address(), array.bytes(), devices::place::device, *stream_);
    });
    managed("managed, read mostly", "advised: copied at a fault, so that both sides keep them",
            [&](const devices::buffer& array) {
              machine_.advise(array.address(), array.bytes(), devices::advice::read_mostly);
            });
    managed("managed, kept on the host", "advised: read where they lie, without a fault",
            [&](const devices::buffer& array) {
              machine_.advise(array.address(), array.bytes(), devices::advice::prefer_host);
              machine_.advise(array.address(), array.bytes(), devices::advice::accessed_by_device);
            });
    resident();
    return results_;
  }

 private:
  static constexpr unsigned block = 256;

  const void* host_array() const { return numbers_.view().data(); }
  std::size_t bytes() const { return static_cast<std::size_t>(numbers_.view().bytes()); }

  void pageable_copy() {
    const devices::buffer array(machine_, memory_kind::device, bytes());
    measure(
        "pageable copy", "copied from ordinary memory, then summed", 0, bytes(), [] {},
        [&] {
          machine_.upload(array.address(), host_array(), bytes(), *stream_);
          sum(array);
        });
  }

  void pinned_copy() {
    const devices::buffer host(machine_, memory_kind::pinned, bytes());
    const devices::buffer array(machine_, memory_kind::device, bytes());
    machine_.host_write(host.address(), host_array(), bytes());
    measure(
        "pinned copy", "copied from memory that is never paged out, then summed", 0, bytes(), [] {},
        [&] {
          machine_.copy(array.address(), host.address(), bytes(), *stream_);
          sum(array);
        });
  }

  void mapped() {
    const devices::buffer host(machine_, memory_kind::pinned, bytes());
    machine_.host_write(host.address(), host_array(), bytes());
    measure(
        "mapped (zero copy)", "read where it lies, over the bus", 0, bytes(), [] {}, [&] { sum(host); });
  }

  void managed(const std::string& way, const std::string& meaning,
               const std::function<void(const devices::buffer&)>& beforehand) {
    // A new array each time: advice sticks, and so do copies.
    std::optional<devices::buffer> array;
    const auto fill = [&] {
      array.emplace(machine_, memory_kind::managed, bytes());
      machine_.host_write(array->address(), host_array(), bytes());
    };
    measure(way, meaning, std::nullopt, std::nullopt, fill, [&] {
      beforehand(*array);
      sum(*array);
    });
  }

  void resident() {
    const devices::buffer array(machine_, memory_kind::device, bytes());
    machine_.upload(array.address(), host_array(), bytes(), *stream_);
    measure(
        "resident", "on the device already", 0, 0, [] {}, [&] { sum(array); });
  }

  // Of managed memory nothing is known beforehand: what crosses is counted by the SIMT machine.
  void measure(const std::string& way, const std::string& meaning, std::optional<std::uint64_t> faults,
               std::optional<std::uint64_t> bytes_moved, const std::function<void()>& before,
               const std::function<void()>& work) {
    constexpr int repetitions = 5;
    auto* const simt = dynamic_cast<devices::simt_machine*>(&machine_);
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i) {
      before();
      stream_->synchronize();
      const simt::page_counts earlier = simt != nullptr ? page_counts_of(*simt) : simt::page_counts{};
      const stopwatch time;
      work();
      stream_->synchronize();
      seconds.push_back(time.seconds());
      require_exact(way);
      if (simt == nullptr || faults == 0u) continue;
      const simt::page_counts later = page_counts_of(*simt);
      faults = later.device_faults - earlier.device_faults;
      bytes_moved = simt::page_table::page_bytes *
                    (later.to_device - earlier.to_device + later.prefetched_to_device - earlier.prefetched_to_device);
    }
    results_.push_back({way, meaning, median(seconds), faults, bytes_moved});
  }

  // Puts the sum of the array, by the rung of one launch, into the stream.
  void sum(const devices::buffer& array) {
    const ladder::rung& last_block_finishes = ladder::rung_of(11);
    const ladder::problem problem{dtype::int32,
                                  bytes() / sizeof(std::int32_t),
                                  block,
                                  array.address(),
                                  out_.address(),
                                  counters_.address(),
                                  partials_.address(),
                                  &machine_.about()};
    for (const ladder::step& each : last_block_finishes.launches(problem)) {
      kernels_.find(last_block_finishes.file, each.kernel).launch(each.shape, each.values, *stream_);
    }
  }

  void require_exact(const std::string& way) {
    std::int32_t found = 0;
    machine_.host_read(&found, out_.address(), sizeof found);
    if (found != exact_) throw error(fmt::format("{}: found sum {}, expected {}", way, found, exact_));
  }

  devices::machine& machine_;
  ladder::kernel_library kernels_;
  std::unique_ptr<devices::stream> stream_;
  ladder::data numbers_;
  std::int32_t exact_ = 0;
  devices::buffer out_, counters_, partials_;
  std::vector<memory_result> results_;
};

}  // namespace

std::vector<memory_result> memory_experiment(devices::machine& machine, std::uint64_t n) {
  return experiment(machine, n).run();
}

}  // namespace warpfold::tools
