// Rung 15: the library's own kernel.
//
// What `warpfold sum --on gpu` launches for integers, and with --fast for floats: 16-byte loads from any alignment on,
// and one launch whose last block combines the others' sums. Integers are added in a type that no sum overflows. Floats
// are added in double precision, in an order that positions alone decide, so that they come out the same on every grid
// and on the CPU. Here the result is narrowed to the ladder's type, which the library leaves to the host.
// Cures: sums that overflow unnoticed, and floats that depend on the grid.
// Illness: none that we know.
// Look for: the library chooses its blocks itself, so --block changes nothing.
//
// Targets: 80

#ifdef __CUDACC__
#include "warpfold/reduce/gpu/kernels.cuh"

using namespace warpfold;

template <class T>
using library_sum = std::conditional_t<std::integral<T>, operators::sum<T>, operators::fast_sum<T>>;

template <std::integral T>
__device__ T narrowed(const total<T>& sum, std::int64_t) {
  return static_cast<T>(sum.value);
}
// The identity of a sum of floats is -0, and the sum of none 0.
template <std::floating_point T>
__device__ T narrowed(double sum, std::int64_t n) {
  return n == 0 ? T{0} : static_cast<T>(sum);
}

template <class T>
__global__ void __launch_bounds__(gpu::most_threads(library_sum<T>::laws))
    library(library_sum<T> op, gpu::dense_arrays in, std::int64_t n, workspace scratch, T* out) {
  const gpu::dense_source<library_sum<T>, T> source(in);
  gpu::reduce_elements(op, source, n, 0, scratch,
                       [&](const typename library_sum<T>::state& sum) { *out = narrowed<T>(sum, n); });
}

template <class T>
using kernel_type = void(library_sum<T>, gpu::dense_arrays, std::int64_t, workspace, T*);

template __global__ kernel_type<std::int32_t> library<std::int32_t>;
template __global__ kernel_type<std::int64_t> library<std::int64_t>;
template __global__ kernel_type<float> library<float>;
template __global__ kernel_type<double> library<double>;

#else
#include <bit>

#include "ladder/rung.hpp"
#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::ladder {
namespace {

template <class T>
auto sum_of() {
  if constexpr (std::integral<T>) {
    return operators::sum<T>(overflow::wrap);
  } else {
    return operators::fast_sum<T>();
  }
}

template <class Op>
plan sum_by(const Op& op, const problem& sum) {
  constexpr std::size_t mailbox_bytes = most_blocks * partial_bytes(sizeof(typename Op::state));
  static_assert(workspace::counter_bytes + mailbox_bytes <= counter_bytes);
  const auto n = static_cast<std::int64_t>(sum.n);
  const auto element_bytes = static_cast<std::int64_t>(size_of(sum.type));
  const gpu::grid_size grid = gpu::grid_for(Op::laws, element_bytes, n, sum.machine->sms);
  const gpu::dense_arrays in = gpu::cut_into_packs({{std::bit_cast<const void*>(sum.in), nullptr}}, element_bytes, n);
  const workspace scratch{std::bit_cast<std::uint64_t*>(sum.counters),
                          std::bit_cast<void*>(sum.counters + workspace::counter_bytes)};
  return {{instance("library", sum.type),
           {{grid.blocks}, {grid.threads}, {}, 0, false},
           devices::arguments::of(op, in, n, scratch, sum.out)}};
}

plan library(const problem& sum) {
  return visit_dtype(sum.type, [&](auto tag) { return sum_by(sum_of<typename decltype(tag)::type>(), sum); });
}

const registration entry({15, "", "the library's own kernel", library, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
