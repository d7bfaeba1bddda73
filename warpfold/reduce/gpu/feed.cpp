#include "warpfold/reduce/gpu/feed.hpp"

#include <algorithm>
#include <utility>

#include "warpfold/reduce/cpu/tasks.hpp"
#include "warpfold/reduce/gpu/residence.hpp"
#include "warpfold/reduce/tune/transfer.hpp"

namespace warpfold::gpu {

void feed::add(cpu::partial& into, std::int64_t first, std::int64_t count, std::int64_t index) {
  chunk& next = next_chunk(into);
  dense_arrays arrays{};
  for (std::size_t input = 0; input < elements_.inputs(); ++input) {
    arrays.first[input] = reinterpret_cast<const void*>(send(*next.place, input, first, count));
  }
  next.work.start(arrays, count, index, next.place->stream());
}

void feed::finish(cpu::partial& into) {
  while (!under_way_.empty()) collect_oldest(into);
  for (chunk& each : free_) each.place.done();
}

feed::chunk& feed::next_chunk(cpu::partial& into) {
  if (under_way_.size() < tune::chunks_in_flight) return under_way_.emplace_back(pool_, machine_, kernels_);
  collect_oldest(into);
  under_way_.push_back(std::move(free_.back()));
  free_.pop_back();
  return under_way_.back();
}

void feed::collect_oldest(cpu::partial& into) {
  chunk& oldest = under_way_.front();
  oldest.place->stream().synchronize();
  oldest.work.collect(into);
  free_.push_back(std::move(oldest));
  under_way_.pop_front();
}

devices::address feed::send(workplace& place, std::size_t input, std::int64_t first, std::int64_t count) {
  const auto bytes = static_cast<std::size_t>(count * elements_.element_size());
  const devices::address to = place.elements(input, bytes);
  devices::address from = 0;
  if (elements_.contiguous() && kind_of(machine_, elements_, input) == devices::memory_kind::pinned) {
    from = address_of(elements_.in_place(first).elements[input]);
  } else {
    from = place.staging(input, bytes);
    stage(from, input, first, count);
  }
  machine_.copy(to, from, bytes, place.stream());
  return to;
}

void feed::stage(devices::address to, std::size_t input, std::int64_t first, std::int64_t count) {
  const std::int64_t size = elements_.element_size();
  if (!machine_.shares_host_pointers()) {
    std::vector<std::byte> together(static_cast<std::size_t>(count * size));
    elements_.gather(input, first, count, together.data());
    return machine_.host_write(to, together.data(), together.size());
  }
  const std::int64_t slice = tune::slice_bytes / size;
  cpu::for_each_task((count + slice - 1) / slice, threads_, [&](std::int64_t task) {
    const std::int64_t begin = task * slice;
    elements_.gather(input, first + begin, std::min(slice, count - begin),
                     reinterpret_cast<std::byte*>(to) + begin * size);
  });
}

}  // namespace warpfold::gpu
