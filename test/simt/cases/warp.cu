// Kernels on which reductions and emulators were reported to go wrong: within a warp.
#include <cooperative_groups.h>

// B5. The tail of the classic reduction: 32 lanes, no barrier, a volatile pointer. `repaired` adds what it lacks.
__device__ void volatile_tail(volatile int* values, unsigned thread) {
  values[thread] = values[thread] + values[thread + 32];
  values[thread] = values[thread] + values[thread + 16];
  values[thread] = values[thread] + values[thread + 8];
  values[thread] = values[thread] + values[thread + 4];
  values[thread] = values[thread] + values[thread + 2];
  values[thread] = values[thread] + values[thread + 1];
}
__device__ void repaired_tail(int* values, unsigned thread) {
  int sum = values[thread] + values[thread + 32];
  for (unsigned distance = 16; distance != 0; distance /= 2) {
    __syncwarp();
    values[thread] = sum;
    __syncwarp();
    sum += values[thread + distance];
  }
  __syncwarp();
  values[thread] = sum;
}
template <class Tail>
__device__ void sum_block_of_64(const int* in, int* out, Tail tail) {
  __shared__ int values[96];  // the tail reads up to 32 beyond the 64
  const unsigned thread = threadIdx.x;
  values[thread] = in[blockIdx.x * 64 + thread];
  if (thread < 32) values[64 + thread] = 0;
  __syncthreads();
  if (thread < 32) tail(values, thread);
  if (thread == 0) out[blockIdx.x] = values[0];
}
extern "C" __global__ void volatile_tail_as_written(const int* in, int* out) {
  sum_block_of_64(in, out, [](int* values, unsigned thread) { volatile_tail(values, thread); });
}
extern "C" __global__ void volatile_tail_repaired(const int* in, int* out) {
  sum_block_of_64(in, out, [](int* values, unsigned thread) { repaired_tail(values, thread); });
}

// B5, as a dot product: a row for each warp, whose partial sums fold without barriers of the block.
extern "C" __global__ void dot_of_rows(const int* a, const int* b, int columns, int* out) {
  __shared__ int values[4][64];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = blockIdx.x * 4 + warp;
  int sum = 0;
  for (int column = lane; column < columns; column += 32) sum += a[row * columns + column] * b[row * columns + column];
  values[warp][lane] = sum;
  values[warp][lane + 32] = 0;
  __syncwarp();
  repaired_tail(values[warp], lane);
  if (lane == 0) out[row] = values[warp][0];
}

// B9. The greatest or least of n values, one or more a thread; lanes without a value contribute `identity`.
template <class Combine>
__device__ void combine_block(const int* in, int n, int identity, int* out, Combine combine) {
  __shared__ int warps[32];
  int value = identity;
  for (int i = threadIdx.x; i < n; i += blockDim.x) value = combine(value, in[i]);
  for (int distance = 16; distance != 0; distance /= 2) value = combine(value, __shfl_down_sync(~0u, value, distance));
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < blockDim.x / 32; ++warp) value = combine(value, warps[warp]);
    *out = value;
  }
}
extern "C" __global__ void block_maximum(const int* in, int n, int identity, int* out) {
  combine_block(in, n, identity, out, [](int a, int b) { return max(a, b); });
}
extern "C" __global__ void block_minimum(const int* in, int n, int identity, int* out) {
  combine_block(in, n, identity, out, [](int a, int b) { return min(a, b); });
}

// B10. An array with a place for each warp, read by all lanes.
extern "C" __global__ void shared_sized_by_warps(int* out) {
  __shared__ int warps[8];
  if (threadIdx.x < 8) warps[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = warps[threadIdx.x];
}

// The same with an array of halves, where floats are read.
extern "C" __global__ void shared_of_halves(float* out) {
  __shared__ unsigned short halves[32];
  halves[threadIdx.x] = 0;
  __syncwarp();
  const float* floats = reinterpret_cast<const float*>(halves);
  out[threadIdx.x] = floats[threadIdx.x];
}

// B13. Shuffles within parts of the warp.
extern "C" __global__ void shuffle_in_eighths(int* added, int* gathered) {
  const int lane = threadIdx.x;
  int value = lane / 4;
  value += __shfl_down_sync(~0u, value, 4, 8);
  added[lane] = value;
  gathered[lane] = __shfl_sync(~0u, lane, lane % 8 + 4, 8);
}
extern "C" __global__ void shuffle_with_mask(unsigned mask, int* out) {
  int value = threadIdx.x;
  asm volatile("shfl.sync.down.b32 %0, %0, 1, 31, %1;" : "+r"(value) : "r"(mask));
  out[threadIdx.x] = value;
}

// B14. A tile's rank and size in a block of two dimensions.
extern "C" __global__ void tile_sum_in_two_dimensions(int* out) {
  const auto block = cooperative_groups::this_thread_block();
  const auto tile = cooperative_groups::tiled_partition<16>(block);
  int value = 1;
  for (int distance = 8; distance != 0; distance /= 2) value += tile.shfl_down(value, distance);
  if (tile.thread_rank() == 0) out[block.thread_rank() / 16] = value;
}

// B14. The sum of a few values by a group of the threads that there are.
template <class T>
__device__ void group_sum(const T* in, int n, T* out) {
  const auto group = cooperative_groups::coalesced_threads();
  T sum = 0;
  for (int i = group.thread_rank(); i < n; i += group.size()) sum += in[i];
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T other = group.shfl_down(sum, distance);
    if (group.thread_rank() + distance < group.size()) sum += other;
  }
  if (group.thread_rank() == 0) *out = sum;
}
extern "C" __global__ void group_sum_of_ints(const int* in, int n, int* out) {
  group_sum(in, n, out);
}
extern "C" __global__ void group_sum_of_doubles(const double* in, int n, double* out) {
  group_sum(in, n, out);
}

// D5. Lane 0's value to all; differences to the lane 16 further on.
extern "C" __global__ void broadcast_and_difference(int* broadcast, int* difference) {
  const int lane = threadIdx.x;
  broadcast[lane] = __shfl_sync(~0u, lane == 0 ? 1234 : -1, 0);
  difference[lane] = __shfl_down_sync(~0u, lane, 16) - lane;
}

// D10. One lane writes, the others read.
template <bool Synchronize>
__device__ void write_then_read(int* out) {
  __shared__ volatile int slot;
  if (threadIdx.x == 0) slot = 7;
  if (Synchronize) __syncwarp();
  out[threadIdx.x] = slot;
}
extern "C" __global__ void read_after_write_unsynchronized(int* out) {
  write_then_read<false>(out);
}
extern "C" __global__ void read_after_write_synchronized(int* out) {
  write_then_read<true>(out);
}

// D12. A vote is no barrier for memory.
template <bool Synchronize>
__device__ void vote_between(int* out) {
  __shared__ volatile int slots[32];
  const int lane = threadIdx.x;
  slots[lane] = lane;
  const unsigned voted = __ballot_sync(~0u, lane < 16);
  if (Synchronize) __syncwarp();
  out[lane] = slots[(lane + 1) % 32] + __popc(voted);
}
extern "C" __global__ void vote_as_barrier(int* out) {
  vote_between<false>(out);
}
extern "C" __global__ void vote_and_barrier(int* out) {
  vote_between<true>(out);
}
