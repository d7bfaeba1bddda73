// Kernels that exercise one ability of the machine each; the tests say what each must give.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include <cassert>
#include <cstdio>

namespace cg = cooperative_groups;

namespace {

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ float polynomial(float x, int terms) {
  float sum = 0;
  for (int k = 0; k < terms; ++k) sum = sum * x + k;
  return sum;
}

using operation = int (*)(int);
__device__ int increment(int x) {
  return x + 1;
}
__device__ int twice(int x) {
  return 2 * x;
}
__device__ int negate(int x) {
  return -x;
}
__device__ operation operations[3] = {increment, twice, negate};

}  // namespace

extern "C" __global__ void recursion(int* out) {
  out[threadIdx.x] = fibonacci(threadIdx.x % 15);
}

extern "C" __global__ void divergent_calls(float* out) {
  out[threadIdx.x] = threadIdx.x % 3 != 0 ? polynomial(threadIdx.x, threadIdx.x % 7) : -1;
}

extern "C" __global__ void indirect_calls(int* out) {
  out[threadIdx.x] = operations[threadIdx.x % 3](threadIdx.x);
}

extern "C" __global__ void print(int n) {
  printf("block %d thread %d: %d %.3f %s\n", blockIdx.x, threadIdx.x, n, 1.5 * threadIdx.x, "text");
}

extern "C" __global__ void assert_below(unsigned n) {
  assert(threadIdx.x < n);
}

extern "C" __global__ void reverse_over_grid(int* data, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = i;
  cg::this_grid().sync();
  out[i] = data[n - 1 - i];
}

// Threads of one warp wait for each other: needs a program counter for each.
extern "C" __global__ void spin_lock(int* mutex, int* count) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
  *const_cast<volatile int*>(count) = *const_cast<volatile int*>(count) + 1;
  __threadfence();
  atomicExch(mutex, 0);
}

extern "C" __global__ void copy_through_shared(const int* in, int* out) {
  __shared__ int tile[256];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

// The wait for the copy is missing.
extern "C" __global__ void copy_without_wait(const int* in, int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = -1;
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void bulk_copy(const int* in, int* out) {
  __shared__ alignas(128) int tile[256];
  __shared__ alignas(8) unsigned long long barrier;
  const auto object = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(object));
    asm volatile("fence.proxy.async.shared::cta;");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    const auto to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(object) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(to),
                 "l"(in), "r"(object)
                 : "memory");
  }
  unsigned done = 0;
  while (done == 0) {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(object)
                 : "memory");
  }
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) neighbour_in_cluster(int* out) {
  __shared__ int mine;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = 100 + cluster.block_rank();
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *cluster.map_shared_rank(&mine, (cluster.block_rank() + 1) % 4);
  cluster.sync();
}

extern "C" __global__ void sum_of_tiles(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = threadIdx.x;
  for (int step = 4; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  out[threadIdx.x] = tile.thread_rank() == 0 ? sum : -1;
}

extern "C" __global__ void local_array(int* out, int count) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = i * threadIdx.x;
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i * 7 & 15];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void choose(int* out) {
  const int t = threadIdx.x;
  int chosen;
  switch (t % 8) {
    case 0:
      chosen = 5;
      break;
    case 1:
      chosen = 7 * t;
      break;
    case 2:
      chosen = t ^ 3;
      break;
    case 3:
      chosen = 9;
      break;
    case 4:
      chosen = -t;
      break;
    case 5:
      chosen = t << 2;
      break;
    case 6:
      chosen = 1;
      break;
    default:
      chosen = 0;
  }
  out[t] = chosen;
}

// Half of the threads that barrier 1 expects never come.
extern "C" __global__ void half_at_barrier(int* out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");
  out[threadIdx.x] = 1;
}

extern "C" __global__ void spin_for_ever(int* flag) {
  while (*const_cast<volatile int*>(flag) == 0) {
  }
}

extern "C" __global__ void heap(int* out) {
  int* place = static_cast<int*>(malloc(16));
  place[0] = threadIdx.x;
  out[threadIdx.x] = place[0];
  free(place);
}

// Right while warps run in lockstep only.
extern "C" __global__ void warp_synchronous_tail(const int* in, int* out) {
  __shared__ volatile int sum[64];
  const unsigned t = threadIdx.x;
  sum[t] = in[t];
  __syncthreads();
  if (t < 32) {
    sum[t] = sum[t] + sum[t + 32];
    sum[t] = sum[t] + sum[t + 16];
    sum[t] = sum[t] + sum[t + 8];
    sum[t] = sum[t] + sum[t + 4];
    sum[t] = sum[t] + sum[t + 2];
    sum[t] = sum[t] + sum[t + 1];
  }
  if (t == 0) *out = sum[0];
}

// The last block to finish adds up what the others left.
extern "C" __global__ void last_block_adds(const int* in, int* partial, unsigned* finished, int* out, int n) {
  __shared__ int sum[256];
  __shared__ bool last;
  int mine = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) mine += in[i];
  sum[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step) sum[threadIdx.x] += sum[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum[0];
    __threadfence();
    last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += const_cast<volatile int*>(partial)[i];
    *out = total;
  }
}

extern "C" __global__ void store_index(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

__device__ __managed__ int managed_counter = 7;
__constant__ int factors[4] = {2, 3, 5, 7};
extern "C" __global__ void use_variables(int* out) {
  out[threadIdx.x] = factors[threadIdx.x % 4] * managed_counter;
}
