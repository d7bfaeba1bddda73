// Reductions by operators of the caller's own on a GPU, for programs that nvcc compiles; nothing of the library is
// linked.
//
//   warpfold::reduce(stream, first, n, op, init, out)      *out = op(init, op(first[0], op(first[1], …)))
//
// In one launch, in the order of the stream; out is memory that the device can write, and may be part of what is read.
// `first` is a pointer or any iterator that the device can index. The operator, a device function object, must be
// associative: values are grouped at will, by positions alone, so that the result is the same from run to run and on
// any GPU. Their order is kept, unless the operator says `static constexpr bool commutative = true` or is one of C++'s
// that are (is_commutative). No identity is needed. `init` is applied once, on the left; of no values the result is
// init. What op(value, value) gives, and what init and out hold, must be trivially copyable and no larger than
// largest_state.
//
// The first call in a stream allocates its workspace, later ones nothing; so a call that is captured in a graph must
// have been made before in the capturing stream, and a graph must not run beside other reductions of that stream.
// Throws error for n < 0 and where CUDA reports one.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/commutative.hpp"
#include "warpfold/reduce/custom_grid.hpp"
#include "warpfold/reduce/grid.cuh"

namespace warpfold {

namespace detail {

// An operator without identity, on what may not be there.
template <class Op, class Value>
class optional_operator {
 public:
  using element_type = Value;
  struct state {
    Value value;
    // As large as alignment would make it, so that no byte of a state is left unwritten.
    std::conditional_t<alignof(Value) < 8, std::uint32_t, std::uint64_t> there;
  };

  __device__ explicit optional_operator(const Op& op) : op_(op) {}
  __device__ state identity() const {
    state none;
    std::memset(static_cast<void*>(&none), 0, sizeof none);
    return none;
  }
  __device__ void absorb(state& left, const Value& value, std::int64_t) const {
    left.value = left.there ? static_cast<Value>(op_(left.value, value)) : value;
    left.there = 1;
  }
  __device__ void combine(state& left, const state& right) const {
    if (right.there) absorb(left, right.value, 0);
  }

 private:
  Op op_;
};

// A lane's values of first[begin] … first[end - 1], of which the warp's lanes take one each in turn.
template <class Optional, class First>
__device__ typename Optional::state fold_any_order(const Optional& op, const First& first, std::int64_t begin,
                                                   std::int64_t end) {
  using value = typename Optional::element_type;
  typename Optional::state state = op.identity();
  std::int64_t i = begin + threadIdx.x % warp_lanes;
  for (; i + (custom_at_once - 1) * warp_lanes < end; i += custom_at_once * warp_lanes) {
    value values[custom_at_once];
#pragma unroll
    for (int k = 0; k < custom_at_once; ++k) values[k] = first[i + k * warp_lanes];
#pragma unroll
    for (int k = 0; k < custom_at_once; ++k) op.absorb(state, values[k], 0);
  }
  for (; i < end; i += warp_lanes) op.absorb(state, first[i], 0);
  return warp_reduce(op, state);
}

// The same in their order: each lane takes neighbouring values, and the warp combines them tile by tile.
template <class Optional, class First>
__device__ typename Optional::state fold_in_order(const Optional& op, const First& first, std::int64_t begin,
                                                  std::int64_t end) {
  typename Optional::state total = op.identity();
  for (std::int64_t tile = begin; tile < end; tile += custom_at_once * warp_lanes) {
    typename Optional::state state = op.identity();
    const std::int64_t own = tile + threadIdx.x % warp_lanes * custom_at_once;
#pragma unroll
    for (int k = 0; k < custom_at_once; ++k) {
      if (own + k < end) op.absorb(state, first[own + k], 0);
    }
    op.combine(total, warp_reduce(op, state));  // of use in lane 0
  }
  return total;
}

template <class First, class Op, class Init, class Out>
__global__ void __launch_bounds__(custom_threads)
    reduce_values(First first, std::int64_t n, std::int64_t share, Op op, Init init, Out* out, workspace scratch) {
  using value = std::remove_cvref_t<decltype(first[n])>;
  using reduced = std::remove_cvref_t<std::invoke_result_t<const Op&, value, value>>;
  using optional = optional_operator<Op, reduced>;
  __shared__ block_storage<optional> storage;
  const optional either(op);

  const unsigned warp = threadIdx.x / warp_lanes;
  const std::int64_t of_warp = share / (custom_threads / warp_lanes);
  const std::int64_t begin = blockIdx.x * share + warp * of_warp;
  const std::int64_t end = min(begin + of_warp, n);
  typename optional::state state;
  if constexpr (is_commutative<Op>) {
    state = fold_any_order(either, first, begin, end);
  } else {
    state = fold_in_order(either, first, begin, end);
  }
  if (threadIdx.x % warp_lanes == 0) storage[warp] = state;
  __syncthreads();
  if (threadIdx.x < custom_threads / warp_lanes) state = storage[threadIdx.x];
  if (warp == 0) state = warp_reduce(either, state, custom_threads / warp_lanes);
  __syncthreads();
  grid_reduce(either, state, gridDim.x, scratch, storage, [&](const typename optional::state& all) {
    *out = all.there ? static_cast<Out>(op(init, all.value)) : static_cast<Out>(init);
  });
}

inline void require_success(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw error(std::string("reduce: ") + what + ": " + cudaGetErrorString(status));
}

// The workspace of a stream of the current device, kept until the program ends.
inline workspace workspace_of(cudaStream_t stream) {
  static std::mutex guard;
  static std::map<std::pair<int, cudaStream_t>, char*> all;
  int device = 0;
  require_success(cudaGetDevice(&device), "current device");
  const std::lock_guard lock(guard);
  char*& memory = all[{device, stream}];
  if (memory == nullptr) {
    constexpr std::size_t bytes = workspace::counter_bytes + most_custom_blocks * partial_bytes(largest_state);
    char* fresh = nullptr;
    require_success(cudaMalloc(&fresh, bytes), "workspace");
    const cudaError_t cleared = cudaMemsetAsync(fresh, 0, bytes, stream);
    if (cleared != cudaSuccess) cudaFree(fresh);
    require_success(cleared, "workspace");
    memory = fresh;
  }
  return {reinterpret_cast<std::uint64_t*>(memory), memory + workspace::counter_bytes};
}

}  // namespace detail

template <class First, class Op, class Init, class Out>
void reduce(cudaStream_t stream, First first, std::int64_t n, Op op, Init init, Out* out) {
  using value = typename std::iterator_traits<First>::value_type;
  using reduced = std::remove_cvref_t<std::invoke_result_t<const Op&, value, value>>;
  static_assert(std::is_trivially_copyable_v<reduced> && std::is_trivially_copyable_v<Init>);
  static_assert(sizeof(typename detail::optional_operator<Op, reduced>::state) <= largest_state);
  if (n < 0) throw error("reduce: " + std::to_string(n) + " values, expected none or more");
  detail::reduce_values<<<detail::custom_blocks(n), detail::custom_threads, 0, stream>>>(
      first, n, detail::custom_share(n), op, init, out, detail::workspace_of(stream));
  detail::require_success(cudaGetLastError(), "launch");
}

}  // namespace warpfold
