#include "warpfold/reduce/gpu/enqueued.hpp"

#include <string>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"

namespace warpfold::gpu {

enqueued::enqueued(devices::machine& machine, kernel_cache& kernels, const accelerator::request& wanted)
    : none_(cpu::make_partial(wanted.operation, wanted.type, wanted.choice)),
      kernels_(kernels.find(wanted)),
      finish_(kernels.find_finish(wanted)),
      place_(machine),
      state_(machine, devices::memory_kind::device, kernels_.choice.state_bytes),
      work_(machine, kernels_, place_, state_.address()) {}

void enqueued::start(const cpu::walk& elements, devices::address out, devices::stream& in) {
  const std::int64_t count = elements.size();
  if (count > most_elements) {
    throw error("array of " + std::to_string(count) + " elements, expected 2^34 at most in one launch");
  }
  if (count == 0) none_->finish(0);  // which may throw, as in the stream nothing can
  work_.start(elements, 0, count, 0, in);
  finish_.kernel->launch(shape_of(finish_.choice), arguments_of(finish_.choice, state_.address(), count, out), in);
}

}  // namespace warpfold::gpu
