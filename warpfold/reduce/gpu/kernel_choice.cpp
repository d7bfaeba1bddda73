#include "warpfold/reduce/gpu/kernel_choice.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "warpfold/reduce/gpu/device_operator.hpp"
#include "warpfold/reduce/gpu/exact_operator.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/images.hpp"
#include "warpfold/reduce/gpu/kernel_image.hpp"
#include "warpfold/reduce/tune/gpu.hpp"

namespace warpfold::gpu {
namespace {

// Where what is asked for is an exact sum.
std::optional<kernel_choice> choose_exact_kernel(op operation, dtype type, const options& choice) {
  std::optional<kernel_choice> chosen;
  visit_dtype(type, [&](auto tag) {
    with_exact_operator<typename decltype(tag)::type>(operation, choice, [&]<class Op>(const Op&) {
      const exact_call call{choice.nan == nan_mode::skip, false};
      const auto bytes = std::as_bytes(std::span(&call, 1));
      chosen = kernel_choice{{},
                             kernel_name<Op>("exact_dense"),
                             kernel_name<Op>("exact_strided"),
                             {bytes.begin(), bytes.end()},
                             sizeof(typename Op::state) + (call.skip_nan ? sizeof(std::int64_t) : 0),
                             sizeof(typename Op::element_type),
                             Op::laws,
                             exact_shape_of<Op>};
    });
  });
  if (!chosen) return chosen;
  chosen->image = image_of(exact_image_for(type), {chosen->dense, chosen->strided});
  return chosen;
}

// Warps of a block for which an SM has memory, if it is to hold so many blocks.
int most_warps(const exact_shape& shape, int blocks_per_sm, const devices::properties& machine) {
  constexpr int other_bytes = 8192;  // static, and the system's
  if (shape.rows == 0) return shape.threads / 32;
  const int share = static_cast<int>(machine.shared_bytes_per_sm) / blocks_per_sm - other_bytes;
  return std::clamp(share / (shape.rows * exact_row_bytes), 1, shape.threads / 32);
}

// As many blocks as there is work for and fit at once; where there is memory for no more than a part of their warps,
// one for each SM, with as many warps as fit.
devices::launch_shape shape_of_exact(const exact_shape& shape, std::size_t element_bytes, std::int64_t count,
                                     const devices::properties& machine) {
  const bool fit = most_warps(shape, shape.blocks_per_sm, machine) == shape.threads / 32;
  const int per_sm = fit ? shape.blocks_per_sm : 1;
  const auto divide_up = [](std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); };
  const std::int64_t batches = divide_up(count, shape.batch_bytes / static_cast<std::int64_t>(element_bytes));
  const int warps = exact_warps(most_warps(shape, per_sm, machine), batches, machine.sms);
  const std::int64_t wanted = divide_up(batches, warps);
  const std::int64_t most = std::int64_t{machine.sms} * per_sm;
  return {{static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 1, most))},
          {static_cast<std::uint32_t>(32 * warps)},
          {},
          static_cast<std::size_t>(warps * shape.rows * exact_row_bytes),
          false};
}

template <class Arrays>
devices::arguments all_arguments(const kernel_choice& kernel, const Arrays& arrays, std::int64_t count,
                                 std::int64_t first_index, const workspace& scratch, devices::address out) {
  devices::arguments all;
  all.append(kernel.op);
  const auto append = [&all](const auto& value) { all.append(std::as_bytes(std::span(&value, 1))); };
  append(arrays);
  append(count);
  append(first_index);
  append(scratch);
  append(out);
  return all;
}

}  // namespace

kernel_choice choose_kernel(op operation, dtype type, const options& choice) {
  if (std::optional<kernel_choice> exact = choose_exact_kernel(operation, type, choice)) return *std::move(exact);
  kernel_choice chosen = visit_dtype(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return with_device_operator<T>(operation, choice, []<class Op>(const Op& op) {
      const auto bytes = std::as_bytes(std::span(&op, 1));
      return kernel_choice{{},
                           kernel_name<Op, T>("reduce_dense"),
                           kernel_name<Op, T>("reduce_strided"),
                           {bytes.begin(), bytes.end()},
                           sizeof(typename Op::state),
                           sizeof(T),
                           Op::laws,
                           {}};
    });
  });
  if (chosen.laws.associative && !chosen.laws.commutative) {
    throw error(std::string(name_of(operation)) +
                " depends on the order of elements, which the kernels for GPUs do not keep: expected the cpu engine");
  }
  chosen.image = image_of(image_for(type), {chosen.dense, chosen.strided});
  return chosen;
}

void fit(kernel_choice& kernel, const devices::properties& machine) {
  if (kernel.exact) {
    exact_call call;
    std::memcpy(&call, kernel.op.data(), sizeof call);
    call.integers = tune::gpu_doubles_are_slow(machine.compute_capability);
    std::memcpy(kernel.op.data(), &call, sizeof call);
  } else {
    let_start_early(kernel, machine);
  }
}

devices::launch_shape shape_of(const kernel_choice& kernel, std::int64_t count, const devices::properties& machine) {
  if (kernel.exact) return shape_of_exact(*kernel.exact, kernel.element_bytes, count, machine);
  const grid_size grid = grid_for(kernel.laws, static_cast<std::int64_t>(kernel.element_bytes), count, machine.sms);
  return {{grid.blocks}, {grid.threads}, {}, 0, false, kernel.starts_early};
}

devices::arguments arguments_of(const kernel_choice& kernel, const dense_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  const dense_arrays cut = cut_into_packs(arrays, static_cast<std::int64_t>(kernel.element_bytes), count);
  return all_arguments(kernel, cut, count, first_index, scratch, out);
}
devices::arguments arguments_of(const kernel_choice& kernel, const strided_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  return all_arguments(kernel, arrays, count, first_index, scratch, out);
}

}  // namespace warpfold::gpu
