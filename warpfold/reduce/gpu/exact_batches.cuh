// Arrays as warps take them for exact sums: batches, of which every lane holds as many elements. Which lane gets an
// element does not matter, as an exact sum depends on no order.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/exact/element_batch.cuh"
#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/strided_element.cuh"

namespace warpfold::gpu {

// The batches of one warp: consecutive ones for each block, dealt out to its warps.
class batch_range {
 public:
  __device__ explicit batch_range(std::int64_t count) {
    const std::int64_t each = count / gridDim.x;
    const std::int64_t left_over = count - each * gridDim.x;
    const std::int64_t block = blockIdx.x;
    const std::int64_t first = block * each + min(block, left_over);
    next_ = first + threadIdx.x / 32;
    last_ = first + each + (block < left_over ? 1 : 0);
  }

  __device__ bool empty() const { return next_ >= last_; }
  __device__ std::int64_t take() {
    const std::int64_t taken = next_;
    next_ += blockDim.x / 32;
    return taken;
  }

 private:
  std::int64_t next_;
  std::int64_t last_;
};

template <class Batch>
__device__ Batch absent_elements() {
  Batch batch;
#pragma unroll
  for (int i = 0; i < Batch::size; ++i) batch.set_absent(i);
  return batch;
}

// Elements one after another: 16 bytes of the first array at a time, but for those before the first and behind the last
// multiple of 16 bytes, which make up the last batch. (All of them do where complex elements lie across multiples of 16
// bytes.)
template <class Batch>
class dense_batches {
 public:
  using batch = Batch;
  static constexpr bool one_by_one = false;  // elements

  __device__ dense_batches(const dense_arrays& arrays, std::int64_t count)
      : arrays_(arrays), count_(count), body_(arrays, count), full_(body_.packs / packs_of_batch) {}

  __device__ std::int64_t batches() const {
    const std::int64_t elements_of_batch = std::int64_t{32} * Batch::size;
    return body_.batches() + (count_ - body_.packs * pack + elements_of_batch - 1) / elements_of_batch;
  }

  __device__ Batch load(std::int64_t index) const {
    if (index >= full_) return load_partial(arrays_, count_, index);
    Batch loaded;
#pragma unroll
    for (int k = 0; k < packs_of_lane; ++k)
      load_pack(loaded, k, body_, index * packs_of_batch + threadIdx.x % 32 + 32 * k);
    return loaded;
  }

 private:
  using element = typename Batch::element;
  static constexpr int pack = sizeof(uint4) / sizeof(element);
  static constexpr int packs_of_lane = Batch::size / pack;
  static constexpr int packs_of_batch = 32 * packs_of_lane;

  // Whole 16 bytes of the first array.
  struct body {
    const element* a;
    const element* b;
    std::int64_t head;  // elements before
    std::int64_t packs;

    __device__ body(const dense_arrays& arrays, std::int64_t count) {
      a = static_cast<const element*>(arrays.first[0]);
      b = static_cast<const element*>(arrays.first[1]);
      const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(a) % sizeof(uint4);
      const std::int64_t before = beyond == 0 ? 0 : (sizeof(uint4) - beyond) / sizeof(element);
      head = beyond % sizeof(element) != 0 ? count : min(before, count);  // elements across 16 bytes: none is whole
      packs = (count - head) / pack;
      a += head;
      b += head;
    }
    __device__ std::int64_t batches() const { return (packs + packs_of_batch - 1) / packs_of_batch; }
  };

  __device__ static uint4 load_16_bytes(const element* from) {
    return __ldg(reinterpret_cast<const uint4*>(from));
  }
  __device__ static void load_pack(Batch& loaded, int k, const body& from, std::int64_t at) {
    loaded.a.set_pack(k, load_16_bytes(from.a + at * pack));
    if constexpr (Batch::arrays == 2) {
      const element* const b = from.b + at * pack;
      if (reinterpret_cast<std::uintptr_t>(b) % sizeof(uint4) == 0) {
        loaded.b.set_pack(k, load_16_bytes(b));
      } else {
#pragma unroll
        for (int i = 0; i < pack; ++i) loaded.b.set(k * pack + i, b[i]);
      }
    }
  }
  __device__ static void load_element(Batch& loaded, int slot, const body& from, std::int64_t i) {
    loaded.a.set(slot, from.a[i]);
    if constexpr (Batch::arrays == 2) loaded.b.set(slot, from.b[i]);
    loaded.set_present(slot);
  }

  // The last batch of packs, or what lies outside them.
  __device__ __noinline__ static Batch load_partial(const dense_arrays& arrays, std::int64_t count,
                                                    std::int64_t index) {
    const body from(arrays, count);
    const std::int64_t lane = threadIdx.x % 32;
    Batch loaded = absent_elements<Batch>();
    if (index < from.batches()) {
#pragma unroll
      for (int k = 0; k < packs_of_lane; ++k) {
        const std::int64_t at = index * packs_of_batch + lane + 32 * k;
        if (at >= from.packs) continue;
        load_pack(loaded, k, from, at);
#pragma unroll
        for (int i = 0; i < pack; ++i) loaded.set_present(k * pack + i);
      }
    } else {
      const std::int64_t outside = count - from.packs * pack;
#pragma unroll
      for (int k = 0; k < Batch::size; ++k) {
        const std::int64_t i = ((index - from.batches()) * Batch::size + k) * 32 + lane;
        if (i < outside)
          load_element(loaded, k, from, i < from.head ? i - from.head : i - from.head + from.packs * pack);
      }
    }
    return loaded;
  }

  const dense_arrays& arrays_;
  std::int64_t count_;
  body body_;
  std::int64_t full_;  // batches of which every lane has all
};

// Elements anywhere.
template <class Batch>
class strided_batches {
 public:
  using batch = Batch;
  static constexpr bool one_by_one = true;

  __device__ strided_batches(const strided_arrays& arrays, std::int64_t count) : arrays_(arrays), count_(count) {}

  __device__ std::int64_t batches() const { return (count_ + elements_of_batch - 1) / elements_of_batch; }

  __device__ __noinline__ Batch load(std::int64_t index) const {
    Batch loaded = absent_elements<Batch>();
    for (int k = 0; k < Batch::size; ++k) {
      const std::int64_t i = index * elements_of_batch + k * 32 + threadIdx.x % 32;
      if (i >= count_) break;
      loaded.a.set(k, load_strided<typename Batch::element>(arrays_, 0, i));
      if constexpr (Batch::arrays == 2) loaded.b.set(k, load_strided<typename Batch::element>(arrays_, 1, i));
      loaded.set_present(k);
    }
    return loaded;
  }

 private:
  static constexpr std::int64_t elements_of_batch = std::int64_t{32} * Batch::size;

  const strided_arrays& arrays_;
  std::int64_t count_;
};

}  // namespace warpfold::gpu
