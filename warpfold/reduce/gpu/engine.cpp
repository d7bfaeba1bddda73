#include "warpfold/reduce/gpu/engine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/gpu/feed.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/launched.hpp"
#include "warpfold/reduce/gpu/pieces.hpp"
#include "warpfold/reduce/gpu/residence.hpp"

namespace warpfold::gpu {
namespace {

using devices::memory_kind;

std::size_t bytes_of(const cpu::walk& elements, std::int64_t count) {
  return static_cast<std::size_t>(count * elements.element_size());
}

}  // namespace

class engine::turn {
 public:
  explicit turn(engine& owner) : lock_(owner.mutex_, std::defer_lock), entered_(*owner.machine_) {
    if (!owner.machine_->shares_host_pointers()) lock_.lock();
  }

 private:
  std::unique_lock<std::mutex> lock_;
  devices::entered entered_;
};

engine::engine(std::unique_ptr<devices::machine> machine, std::int64_t chunk_bytes)
    : machine_(std::move(machine)), chunk_bytes_(chunk_bytes), kernels_(*machine_), workplaces_(*machine_) {}

void engine::require(const request& wanted) {
  const turn mine(*this);
  kernels_.find(wanted);
}

void engine::add(cpu::partial& into, const request& wanted, const stretch& elements) {
  if (elements.first == elements.last) return;
  const turn mine(*this);
  const loaded_kernels& kernels = kernels_.find(wanted);
  const std::size_t inputs = elements.elements->inputs();
  std::array<std::optional<memory_kind>, 2> kinds;
  for (std::size_t input = 0; input < inputs; ++input) {
    kinds[input] = kind_of(*machine_, *elements.elements, input);
    if (is_resident(*machine_, kinds[input]) != is_resident(*machine_, kinds[0])) {
      throw error("one array is in the memory of the GPU, the other in the host's: expected one memory");
    }
  }
  if (!is_resident(*machine_, kinds[0])) return add_hosted(into, wanted, kernels, elements);
  for (std::size_t input = 0; input < inputs; ++input) {
    if (kinds[input] == memory_kind::managed) prefetch(elements, input, wanted.choice.stream);
  }
  add_resident(into, wanted, kernels, elements);
}

// Moves the pages of managed memory beforehand: to be moved one by one, as a kernel touches them, takes far longer.
void engine::prefetch(const stretch& elements, std::size_t input, void* native_stream) {
  if (!machine_->about().managed_pages_move_on_demand || !elements.elements->contiguous()) return;
  const auto stream = machine_->adopt_stream(native_stream);
  const std::byte* const first = elements.elements->in_place(elements.first).elements[input];
  const std::size_t bytes = bytes_of(*elements.elements, elements.last - elements.first);
  machine_->prefetch(address_of(first), bytes, devices::place::device, *stream);
}

void engine::add_resident(cpu::partial& into, const request& wanted, const loaded_kernels& kernels,
                          const stretch& elements) {
  borrowed_workplace place(workplaces_);
  const auto stream = machine_->adopt_stream(wanted.choice.stream);
  const cpu::walk& walk = *elements.elements;
  launched work(*machine_, kernels, *place);
  for (std::int64_t first = elements.first; first < elements.last && !into.settled();) {
    const std::int64_t index = elements.index + first - elements.first;
    const std::int64_t count =
        next_piece(index, elements.last - first, most_elements, !kernels.choice.laws.associative, elements.ends_array);
    work.start(walk, first, count, index, *stream);
    stream->synchronize();
    work.collect(into);
    first += count;
  }
  place.done();
}

void engine::add_hosted(cpu::partial& into, const request& wanted, const loaded_kernels& kernels,
                        const stretch& elements) {
  const cpu::walk& walk = *elements.elements;
  const std::int64_t whole_chunk = std::max(chunk_bytes_ / walk.element_size(), fixed_block);
  const auto chunk = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(whole_chunk)));
  feed chunks(*machine_, workplaces_, kernels, walk, wanted.choice.threads);
  for (std::int64_t first = elements.first; first < elements.last && !into.settled();) {
    const std::int64_t index = elements.index + first - elements.first;
    const std::int64_t count =
        next_piece(index, elements.last - first, chunk, !kernels.choice.laws.associative, elements.ends_array);
    chunks.add(into, first, count, index);
    first += count;
  }
  chunks.finish(into);
}

std::unique_ptr<enqueued> engine::prepare(const request& wanted) {
  const turn mine(*this);
  return std::make_unique<enqueued>(*machine_, kernels_, wanted);
}

void engine::enqueue(enqueued& what, std::span<const array_view> arrays, void* out, void* native_stream) {
  const turn mine(*this);
  const cpu::walk elements(arrays, what.laws());
  for (std::size_t input = 0; input < elements.inputs(); ++input) require_resident(elements, input);
  const auto to = reinterpret_cast<devices::address>(out);
  if (!machine_->kind_at(to)) {
    throw error(fmt::format("result at {} is not in memory that {} can reach", fmt::ptr(out), machine_->about().name));
  }
  what.start(elements, to, *machine_->adopt_stream(native_stream));
}

void engine::require_resident(const cpu::walk& elements, std::size_t input) {
  if (elements.size() == 0 || is_resident(*machine_, kind_of(*machine_, elements, input))) return;
  throw error(fmt::format("array at {} is in the memory of the host, expected memory of {}",
                          fmt::ptr(elements.base(input)), machine_->about().name));
}

void engine::gather(const cpu::walk& elements, std::size_t input, std::int64_t first, std::int64_t count, std::byte* to,
                    void* native_stream) {
  const turn mine(*this);
  if (!is_resident(*machine_, kind_of(*machine_, elements, input))) return elements.gather(input, first, count, to);
  const auto stream = machine_->adopt_stream(native_stream);
  const std::int64_t together = elements.contiguous() ? count : 1;
  for (std::int64_t i = 0; i < count; i += together) {
    machine_->download(to + bytes_of(elements, i), address_of(elements.at(input, first + i)),
                       bytes_of(elements, together), *stream);
  }
  stream->synchronize();
  elements.to_native(input, count, to);
}

}  // namespace warpfold::gpu
