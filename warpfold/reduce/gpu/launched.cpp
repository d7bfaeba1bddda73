#include "warpfold/reduce/gpu/launched.hpp"

#include <vector>

#include "warpfold/reduce/gpu/residence.hpp"

namespace warpfold::gpu {
namespace {

// Whether a kernel may read the elements as they lie, 16 bytes at a time.
bool is_dense(const cpu::walk& elements) {
  bool aligned = elements.contiguous();
  for (std::size_t input = 0; input < elements.inputs(); ++input) {
    aligned = aligned && address_of(elements.base(input)) % static_cast<std::size_t>(elements.element_size()) == 0;
  }
  return aligned;
}

dense_arrays dense_arrays_of(const cpu::walk& elements, std::int64_t first) {
  const cpu::run here = elements.in_place(first);
  return {{here.elements[0], here.elements[1]}};
}

strided_arrays strided_arrays_of(const cpu::walk& elements, std::int64_t first) {
  strided_arrays arrays{};
  arrays.position = first;
  arrays.rank = static_cast<std::int32_t>(elements.rank());
  arrays.aligned = elements.aligned();
  for (std::size_t axis = 0; axis < elements.rank(); ++axis) arrays.extents[axis] = elements.extent(axis);
  for (std::size_t input = 0; input < elements.inputs(); ++input) {
    arrays.first[input] = elements.base(input);
    arrays.swapped[input] = elements.swapped(input);
    for (std::size_t axis = 0; axis < elements.rank(); ++axis) {
      arrays.strides[input][axis] = elements.stride(axis, input);
    }
  }
  return arrays;
}

}  // namespace

template <class Arrays>
void launched::start(devices::kernel& kernel, const Arrays& arrays, std::int64_t count, std::int64_t index,
                     devices::stream& in) {
  const kernel_choice& choice = kernels_->choice;
  const devices::launch_shape shape = shape_of(choice, count, machine_->about());
  kernel.launch(shape, arguments_of(choice, arrays, count, index, scratch_, state_), in);
  count_ = count;
}

void launched::start(const dense_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in) {
  start(*kernels_->dense, arrays, count, index, in);
}
void launched::start(const strided_arrays& arrays, std::int64_t count, std::int64_t index, devices::stream& in) {
  start(*kernels_->strided, arrays, count, index, in);
}

void launched::start(const cpu::walk& elements, std::int64_t first, std::int64_t count, std::int64_t index,
                     devices::stream& in) {
  if (is_dense(elements)) {
    start(dense_arrays_of(elements, first), count, index, in);
  } else {
    start(strided_arrays_of(elements, first), count, index, in);
  }
}

void launched::collect(cpu::partial& into) const {
  std::vector<std::byte> bytes(kernels_->choice.state_bytes);
  machine_->host_read(bytes.data(), state_, bytes.size());
  into.append_state(bytes, count_);
}

}  // namespace warpfold::gpu
