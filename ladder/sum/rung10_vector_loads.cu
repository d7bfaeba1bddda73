// Rung 10: 16-byte loads, several in flight.
//
// A thread asks for 16 bytes at a time, and for four times that before it uses the first: the memory always has enough
// to do. Each block takes consecutive tiles. The array must begin at a multiple of 16 bytes; the elements after the
// last whole 16 bytes are added one by one.
// Cures: requests that are too small and too few to hide the memory's latency.
// Illness: the partial sums need a second launch, which costs as much as a small sum.
// Look for: instructions per element, and the share of the read bandwidth.
//
// Targets: 75 80

#ifdef __CUDACC__
#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

template <class T>
__global__ void vector_loads(const T* in, T* partials, std::size_t n) {
  const T sum = block_sum(thread_sum<4>(in, n));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

template __global__ void vector_loads(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void vector_loads(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void vector_loads(const float*, float*, std::size_t);
template __global__ void vector_loads(const double*, double*, std::size_t);

#else
#include <algorithm>

#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan vector_loads(const problem& sum) {
  require_whole_warps(sum);
  const std::uint64_t tile = 4ull * sum.block * 16 / size_of(sum.type);
  const auto blocks = [&](std::uint64_t count) {
    return std::clamp<std::uint64_t>(divide_up(count, tile), 1, 5 * resident_blocks(sum));
  };
  return passes(sum, instance("vector_loads", sum.type), blocks, 0);
}

const registration entry({10, "", "16-byte loads, four in flight", vector_loads, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
