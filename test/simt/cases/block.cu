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

// B12, with the index of the element as an int, and in 64 bits: from `first` to `n`.
template <class Index>
__device__ void sum_from(const int* in, Index first, Index n, Index stride, long long* out) {
  long long sum = 0;
  // The addition wraps, as the instruction does; a compiler may assume that a signed sum never does.
  for (Index i = first + static_cast<Index>(threadIdx.x); i < n; i = static_cast<Index>(0ull + i + stride))
    sum += in[i];
  out[threadIdx.x] = sum;
}
extern "C" __global__ void stride_of_int(const int* in, int first, int n, int stride, long long* out) {
  sum_from<int>(in, first, n, stride, out);
}
extern "C" __global__ void stride_of_64_bits(const int* in, int first, int n, int stride, long long* out) {
  sum_from<long long>(in, first, n, stride, out);
}

// D7. Threads arrive at one barrier from two branches. The barrier is `instruction`, in either branch.
template <bool Aligned>
__device__ void arrive_from_two_branches(unsigned first, int* out) {
  if (threadIdx.x < first) {
    if (Aligned) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
      asm volatile("barrier.sync 1, 64;" ::: "memory");
    }
    out[threadIdx.x] = 1;
  } else {
    if (Aligned) {
      asm volatile("bar.sync 1, 64; // otherwise" ::: "memory");
    } else {
      asm volatile("barrier.sync 1, 64; // otherwise" ::: "memory");
    }
    out[threadIdx.x] = 2;
  }
}
extern "C" __global__ void arrive_aligned(unsigned first, int* out) {
  arrive_from_two_branches<true>(first, out);
}
extern "C" __global__ void arrive_unaligned(unsigned first, int* out) {
  arrive_from_two_branches<false>(first, out);
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

// The same, as a compiler that duplicates the barrier for the thread that continues would have it.
__device__ bool any_thread(int mine) {
  int any;
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.s32 p, %1, 0;\nbarrier.cta.red.or.aligned.pred p, 0, p;\nselp.s32 %0, 1, 0, p;\n}"
      : "=r"(any)
      : "r"(mine)
      : "memory");
  return any != 0;
}
extern "C" __global__ void loop_on_two_barriers(int* rounds) {
  int round = 0;
  for (bool more = true; more; ++round) {
    if (threadIdx.x == 0 && round == 0) {
      more = any_thread(1);
      continue;
    }
    more = any_thread(0);
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

// A thread's weak access, and then its own strong one; strong ones of another warp race with the first alone.
enum class weak_access { write, read, write_before_volatile };

extern "C" __global__ void weak_then_strong(weak_access first, bool barrier_between, int* out) {
  __shared__ int place;
  int seen = 0;
  if (threadIdx.x == 0) place = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (first == weak_access::read) {
      seen = place;
    } else {
      place = 1;
    }
  }
  if (barrier_between) __syncthreads();
  const bool of_others = threadIdx.x >= 32;
  if (first == weak_access::write_before_volatile) {
    volatile int* const visible = &place;
    if (threadIdx.x == 0) *visible = 2;
    if (of_others) seen = *visible;
  } else if (threadIdx.x == 0 || of_others) {
    atomicAdd(&place, 1);
  }
  out[threadIdx.x] = seen;
}

// An atomic of a thread for its block alone, if `narrow`, and one for all; another block's is for all.
extern "C" __global__ void narrow_then_wide(bool narrow, int* place) {
  if (blockIdx.x == 0 && narrow) atomicAdd_block(place, 1);
  atomicAdd(place, 1);
}
