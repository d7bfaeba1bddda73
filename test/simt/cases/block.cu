// Kernels on which reductions and emulators were reported to go wrong: within a block and across blocks.

// B6. Threads without an element leave before the tree, whose barriers and slots count on them.
__device__ void sum_tree(int* values, int* out) {
  const unsigned thread = threadIdx.x;
  for (unsigned distance = blockDim.x / 2; distance != 0; distance /= 2) {
    if (thread < distance) values[thread] += values[thread + distance];
    __syncthreads();
  }
  if (thread == 0) out[blockIdx.x] = values[0];
}
extern "C" __global__ void leave_before_barrier(const int* in, int n, int* out) {
  __shared__ int values[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  values[threadIdx.x] = in[i];
  __syncthreads();
  sum_tree(values, out);
}
extern "C" __global__ void stay_until_barrier(const int* in, int n, int* out) {
  __shared__ int values[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  sum_tree(values, out);
}

// B7. A barrier in either branch.
extern "C" __global__ void barrier_in_both_branches(int* out) {
  __shared__ int values[64];
  const unsigned thread = threadIdx.x;
  if (thread < 32) {
    values[thread] = 1;
    __syncthreads();
    out[thread] = values[thread + 32];
  } else {
    values[thread] = 2;
    __syncthreads();
    out[thread] = values[thread - 32] * 3;
  }
}

// B8. Two block reductions in a row through one buffer.
template <class Combine>
__device__ int reduce_block(int* values, int mine, Combine combine) {
  const unsigned thread = threadIdx.x;
  values[thread] = mine;
  __syncthreads();
  for (unsigned distance = blockDim.x / 2; distance != 0; distance /= 2) {
    if (thread < distance) values[thread] = combine(values[thread], values[thread + distance]);
    __syncthreads();
  }
  return values[0];
}
template <bool BarrierBetween>
__device__ void maximum_then_sum(int* out) {
  __shared__ int values[256];
  const int mine = threadIdx.x;
  const int greatest = reduce_block(values, mine, [](int a, int b) { return max(a, b); });
  if (BarrierBetween) __syncthreads();
  const int sum = reduce_block(values, mine, [](int a, int b) { return a + b; });
  if (threadIdx.x == 255) {
    out[0] = greatest;
    out[1] = sum;
  }
}
extern "C" __global__ void shared_buffer_reused(int* out) {
  maximum_then_sum<false>(out);
}
extern "C" __global__ void shared_buffer_reused_after_barrier(int* out) {
  maximum_then_sum<true>(out);
}

// B12. The stride of a grid of 2^32 threads, as an int sees it and as it is.
extern "C" __global__ void grid_stride(unsigned* narrow, unsigned long long* wide) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  *narrow = blockDim.x * gridDim.x;
  *wide = static_cast<unsigned long long>(blockDim.x) * gridDim.x;
}
extern "C" __global__ void endless_stride(const int* in, unsigned n, unsigned stride, int* out) {
  int sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += stride) sum += in[i];
  out[threadIdx.x] = sum;
}

// D8. More threads than elements, and a barrier behind the access.
extern "C" __global__ void copy_then_barrier(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
}

// D9. Rounds of a vote among all threads, one of which has nothing to do in the first.
extern "C" __global__ void loop_on_one_barrier(int* rounds) {
  int round = 0;
  bool more = true;
  while (more) {
    const bool mine = threadIdx.x == 0 && round == 0;
    more = __syncthreads_or(mine);
    ++round;
  }
  rounds[threadIdx.x] = round;
}

// D11. A block barrier orders a block, not the grid.
extern "C" __global__ void counter_across_blocks(volatile int* counter) {
  __syncthreads();
  if (threadIdx.x == 0) *const_cast<int*>(counter) = *const_cast<int*>(counter) + 1;
  __syncthreads();
}
extern "C" __global__ void handoff_within_block(int* slots, int* out) {
  const unsigned first = blockIdx.x * blockDim.x;
  slots[first + threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[first + threadIdx.x] = slots[first + (threadIdx.x + 1) % blockDim.x];
}

// The last block adds up what all have left: right with fences on both sides (a block that is not last reads nothing),
// wrong where one is missing.
template <bool Release, bool Acquire>
__device__ void last_block_sums(const int* in, int* partial, unsigned* arrived, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) sum += in[blockIdx.x * blockDim.x + i];
    partial[blockIdx.x] = sum;
    if (Release) __threadfence();
    last = atomicAdd(arrived, 1u) == gridDim.x - 1;
    if (Acquire) __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block];
    *out = sum;
  }
}
extern "C" __global__ void last_block_with_fences(const int* in, int* partial, unsigned* arrived, int* out) {
  last_block_sums<true, true>(in, partial, arrived, out);
}
extern "C" __global__ void last_block_without_release(const int* in, int* partial, unsigned* arrived, int* out) {
  last_block_sums<false, true>(in, partial, arrived, out);
}
extern "C" __global__ void last_block_without_acquire(const int* in, int* partial, unsigned* arrived, int* out) {
  last_block_sums<true, false>(in, partial, arrived, out);
}

// All blocks add to one place.
extern "C" __global__ void lock_free_accumulator(const int* in, int* out) {
  atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
