#include "warpfold/reduce/gpu/enqueued.hpp"

#include <string>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/cpu/exact_environment.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"

namespace warpfold::gpu {
namespace {

std::vector<std::byte> bytes_of(const result& found) {
  std::vector<std::byte> bytes;
  for (const scalar& value : found.values) {
    visit_dtype(value.type(), [&](auto tag) {
      const auto element = value.as<typename decltype(tag)::type>();
      const auto* const begin = reinterpret_cast<const std::byte*>(&element);
      bytes.insert(bytes.end(), begin, begin + sizeof element);
    });
  }
  return bytes;
}

// How large the results of a reduction are, told by one of them.
std::size_t result_bytes(const cpu::partial& none, dtype type) {
  const std::vector<std::max_align_t> zero(size_of(type) / sizeof(std::max_align_t) + 1);
  const auto* const element = reinterpret_cast<const std::byte*>(zero.data());
  const auto one = none.fresh();
  one->add({{element, element}, 1, 0});
  return bytes_of(one->finish(1)).size();
}

}  // namespace

enqueued::enqueued(devices::machine& machine, const loaded_kernels& kernels, const accelerator::request& wanted)
    : machine_(&machine),
      none_(cpu::make_partial(wanted.operation, wanted.type, wanted.choice)),
      place_(machine),
      work_(machine, kernels, place_),
      result_(machine, devices::memory_kind::pinned, result_bytes(*none_, wanted.type)) {
  work_.reserve();
}

void enqueued::start(const cpu::walk& elements, devices::address out, devices::stream& in) {
  const std::int64_t count = elements.size();
  if (count > most_elements) {
    throw error("array of " + std::to_string(count) + " elements, expected 2^34 at most in one launch");
  }
  if (count == 0) none_->finish(0);  // which may throw, as in the stream it must not
  const auto part = host_parts_.try_emplace(count, host_part{this, count}).first;
  if (count > 0) work_.start(elements, 0, count, 0, in);
  in.call(&enqueued::finish, &part->second);
  machine_->copy(out, result_.address(), result_.bytes(), in);
}

void enqueued::finish(void* part) {
  const auto& [owner, count] = *static_cast<const host_part*>(part);
  owner->finish(count);
}

void enqueued::finish(std::int64_t count) const {
  const exact::ieee_environment environment;
  const auto whole = none_->fresh();
  if (count > 0) work_.collect(*whole, count);
  std::vector<std::byte> bytes;
  try {
    bytes = bytes_of(whole->finish(count));
  } catch (const error&) {  // of nothing but NaNs that are skipped: nobody is there to be told
    bytes.assign(result_.bytes(), std::byte{0xff});
  }
  machine_->host_write(result_.address(), bytes.data(), bytes.size());
}

}  // namespace warpfold::gpu
