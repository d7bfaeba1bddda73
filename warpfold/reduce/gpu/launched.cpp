#include "warpfold/reduce/gpu/launched.hpp"

#include <vector>

namespace warpfold::gpu {

template <class Arrays>
void launched::start(devices::kernel& kernel, const Arrays& arrays, std::int64_t count, std::int64_t index,
                     devices::stream& in) {
  const kernel_choice& choice = kernels_->choice;
  const devices::launch_shape shape = shape_of(choice, count, machine_->about());
  const workspace scratch = at_->scratch(most_blocks * partial_bytes(choice.state_bytes));
  kernel.launch(shape, arguments_of(choice, arrays, count, index, scratch, at_->result(choice.state_bytes)), in);
  count_ = count;
}

void launched::start(const dense_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in) {
  start(*kernels_->dense, arrays, count, index, in);
}
void launched::start(const strided_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in) {
  start(*kernels_->strided, arrays, count, index, in);
}

void launched::collect(cpu::partial& into) const {
  std::vector<std::byte> state(kernels_->choice.state_bytes);
  machine_->host_read(state.data(), at_->result(state.size()), state.size());
  into.append_state(state, count_);
}

}  // namespace warpfold::gpu
