#include "warpfold/reduce/gpu/workplace.hpp"

#include <bit>
#include <utility>

#include "warpfold/base/error.hpp"

namespace warpfold::gpu {

using devices::memory_kind;

workplace::workplace(devices::machine& machine)
    : machine_(&machine), stream_(machine.make_stream()), counters_(zeros(workspace::counter_bytes)) {}

workplace::~workplace() {
  try {
    stream_->synchronize();
  } catch (const error&) {  // Then nothing is under way any more.
  }
}

workspace workplace::scratch(std::size_t partial_bytes) {
  if (partials_.bytes() < partial_bytes) {
    partials_ = devices::buffer();
    partials_ = zeros(partial_bytes);
  }
  return {reinterpret_cast<std::uint64_t*>(counters_.address()), reinterpret_cast<void*>(partials_.address())};
}

devices::buffer workplace::zeros(std::size_t bytes) {
  devices::buffer made(*machine_, memory_kind::device, bytes);
  machine_->fill(made.address(), std::byte{0}, bytes, *stream_);
  stream_->synchronize();
  return made;
}

devices::address workplace::result(std::size_t bytes) {
  return at_least(result_, memory_kind::pinned, bytes);
}

devices::address workplace::elements(std::size_t input, std::size_t bytes) {
  return at_least(elements_[input], memory_kind::device, bytes);
}
devices::address workplace::staging(std::size_t input, std::size_t bytes) {
  return at_least(staging_[input], memory_kind::pinned, bytes);
}

devices::address workplace::at_least(devices::buffer& held, memory_kind kind, std::size_t bytes) {
  if (held.bytes() < bytes) {
    held = devices::buffer();
    held = devices::buffer(*machine_, kind, std::bit_ceil(bytes));
  }
  return held.address();
}

std::unique_ptr<workplace> workplace_pool::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<workplace> taken = std::move(free_.back());
      free_.pop_back();
      return taken;
    }
  }
  return std::make_unique<workplace>(*machine_);
}

void workplace_pool::give_back(std::unique_ptr<workplace> free) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(free));
}

}  // namespace warpfold::gpu
