// Nine parallel sums, each with a pattern of shared and global accesses of its own. h200.tsv says what they cost there.
#include <cooperative_groups.h>

// Every second, fourth, eighth… thread adds: few lanes of many warps.
extern "C" __global__ void interleaved(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

// The first threads add, at strides that conflict: 2, 4, 8… words.
extern "C" __global__ void contiguous(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned x = 2 * s * t;
    if (x < blockDim.x) tile[x] += tile[x + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

// The first threads add their neighbours half a block away: no conflicts.
extern "C" __global__ void sequential(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = in[i];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

extern "C" __global__ void first_add(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  tile[t] = in[i] + in[i + blockDim.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

// By volatile accesses without synchronization, as before Volta: all 32 lanes add, at every step.
__device__ void fold_warp(volatile int* tile, int t) {
  tile[t] += tile[t + 32];
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
  tile[t] += tile[t + 4];
  tile[t] += tile[t + 2];
  tile[t] += tile[t + 1];
}

extern "C" __global__ void last_warp(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  tile[t] = in[i] + in[i + blockDim.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t < 32) fold_warp(tile, t);
  if (t == 0) out[blockIdx.x] = tile[0];
}

// For blocks of 256 threads.
__device__ void fold_block(int* tile, unsigned t) {
  if (t < 128) tile[t] += tile[t + 128];
  __syncthreads();
  if (t < 64) tile[t] += tile[t + 64];
  __syncthreads();
  if (t < 32) fold_warp(tile, t);
}

extern "C" __global__ void unrolled(const int* in, int* out) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, i = blockIdx.x * 512 + t;
  tile[t] = in[i] + in[i + 256];
  __syncthreads();
  fold_block(tile, t);
  if (t == 0) out[blockIdx.x] = tile[0];
}

extern "C" __global__ void grid_stride(const int* in, int* out, unsigned n) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x, step = 512 * gridDim.x;
  unsigned i = blockIdx.x * 512 + t;
  tile[t] = 0;
  while (i < n) {
    tile[t] += in[i] + in[i + 256];
    i += step;
  }
  __syncthreads();
  fold_block(tile, t);
  if (t == 0) out[blockIdx.x] = tile[0];
}

__device__ int sum_of_warp(int value) {
  for (int offset = 16; offset != 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__device__ int sum_of_thread(const int* in, unsigned n) {
  int value = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
  return value;
}

extern "C" __global__ void shuffled(const int* in, int* out, unsigned n) {
  __shared__ int of_warp[32];
  const unsigned t = threadIdx.x;
  const int value = sum_of_warp(sum_of_thread(in, n));
  if (t % 32 == 0) of_warp[t / 32] = value;
  __syncthreads();
  if (t < 32) {
    const int sum = sum_of_warp(t < blockDim.x / 32 ? of_warp[t] : 0);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

// Eight blocks add to one total in the first one's shared memory.
extern "C" __global__ void __cluster_dims__(8, 1, 1) clustered(const int* in, int* out, unsigned n) {
  __shared__ int of_warp[32];
  __shared__ int total;
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned t = threadIdx.x;
  const int value = sum_of_warp(sum_of_thread(in, n));
  if (t % 32 == 0) of_warp[t / 32] = value;
  if (t == 0) total = 0;
  cluster.sync();
  if (t == 0) {
    int sum = 0;
    for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) sum += of_warp[warp];
    atomicAdd(cluster.map_shared_rank(&total, 0), sum);
  }
  cluster.sync();
  if (t == 0 && cluster.block_rank() == 0) out[blockIdx.x / 8] = total;
}
