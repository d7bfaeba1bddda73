// Elements that lie one after another.
#pragma once

#include <algorithm>
#include <cstdint>

#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/fold_singly.cuh"
#include "warpfold/reduce/gpu/load.cuh"
#include "warpfold/reduce/thread.cuh"
#include "warpfold/reduce/tune/gpu.hpp"
#include "warpfold/reduce/warp.cuh"

namespace warpfold::gpu {

// One or two dense arrays of Stored, which the operator may take as a wider type.
template <class Op, class Stored>
class dense_source {
 public:
  using element = element_of<Op>;
  using stored = Stored;
  static constexpr bool has_packs = true;
  // Elements that a thread of the fixed order has under way at once.
  static constexpr int in_flight =
      std::min<int>(tune::gpu_fixed_order_bytes / sizeof(Stored), tune::gpu_fixed_order_elements);

  __device__ explicit dense_source(const dense_arrays& arrays)
      : a_(static_cast<const Stored*>(arrays.first[0])),
        b_(static_cast<const Stored*>(arrays.first[1])),
        head_(arrays.head),
        packs_(arrays.packs),
        few_packs_(arrays.few_packs) {}

  __device__ Stored stored_a(std::int64_t i) const { return load_element(a_ + i); }
  __device__ Stored stored_b(std::int64_t i) const {
    if constexpr (takes_two<Op>) return load_element(b_ + i);
    return {};
  }
  __device__ element a(std::int64_t i) const { return taken_as<element>(stored_a(i)); }
  __device__ element b(std::int64_t i) const { return taken_as<element>(stored_b(i)); }

  // 16 bytes of each array, if they are there.
  __device__ pack<Stored> a_pack(std::int64_t i, bool there) const { return load_pack(a_ + i, there); }
  __device__ pack<Stored> b_pack(std::int64_t i, bool there) const {
    if constexpr (takes_two<Op>) return load_pack(b_ + i, there);
    return {};
  }
  // Whether the second array has whole 16 bytes where the first has.
  __device__ bool in_step() const {
    return !takes_two<Op> || reinterpret_cast<std::uintptr_t>(b_ + head_) % sizeof(uint4) == 0;
  }

  // Whether all elements lie in whole 16 bytes from the first on.
  __device__ bool has_whole_packs() const { return head_ == 0 && in_step(); }

  // The same arrays without their first elements.
  __device__ dense_source from(std::int64_t first) const {
    dense_source rest(*this);
    rest.a_ += first;
    if constexpr (takes_two<Op>) rest.b_ += first;
    return rest;
  }
  // Elements before the first whole 16 bytes of the first array, and how many of these there are.
  __device__ std::int64_t head() const { return head_; }
  __device__ std::int64_t packs() const { return packs_; }
  // How many hold all elements; 0 where they do not, or 32 bits do not tell it.
  __device__ unsigned few_packs() const { return few_packs_; }

 private:
  const Stored* a_;
  const Stored* b_;
  std::int64_t head_;
  std::int64_t packs_;
  unsigned few_packs_;
};

// Loads of 16 bytes that a thread has under way at once, of each array.
template <class Op>
inline constexpr unsigned packs_in_flight = tune::gpu_vectors_in_flight / (takes_two<Op> ? 2 : 1);

// Whether all elements lie in whole 16 bytes, and the grid has them all under way at once.
template <class Op>
__device__ bool fits_at_once(const dense_source<Op, element_of<Op>>& source) {
  return source.few_packs() - 1 < gridDim.x * (packs_in_flight<Op> * blockDim.x);
}

// Folds this thread's elements where that is so. A launch on few elements is over when it has come through the code
// once: 32 bits tell where an element lies, and nothing is asked that is known.
template <class Op>
__device__ thread_partial<Op> fold_at_once(const Op& op, const dense_source<Op, element_of<Op>>& source,
                                           std::int64_t first_index) {
  using element = element_of<Op>;
  constexpr unsigned in_flight = packs_in_flight<Op>;
  constexpr unsigned size = pack<element>::size;
  const unsigned first = blockIdx.x * (in_flight * blockDim.x) + threadIdx.x;
  const auto position = [&](unsigned k) { return first + k * blockDim.x; };
  pack<element> a[in_flight];
  pack<element> b[in_flight];
#pragma unroll
  for (unsigned k = 0; k < in_flight; ++k) {
    a[k] = source.a_pack(std::int64_t{position(k)} * size, position(k) < source.few_packs());
    b[k] = source.b_pack(std::int64_t{position(k)} * size, position(k) < source.few_packs());
  }
  thread_partial<Op> partial(op);
#pragma unroll
  for (unsigned k = 0; k < in_flight; ++k) {
    if (position(k) < source.few_packs()) {
      partial.add(op, a[k], b[k], first_index + std::int64_t{position(k)} * size);
    }
  }
  return partial;
}

// Folds those of `count` elements that are this thread's: 16 bytes at a time, and tiles of blocks in turn. What lies
// before and behind whole 16 bytes goes to the first block, an element a thread.
template <class Op>
__device__ thread_partial<Op> fold(const Op& op, const dense_source<Op, element_of<Op>>& source, std::int64_t count,
                                   std::int64_t first_index) {
  using element = element_of<Op>;
  constexpr int in_flight = packs_in_flight<Op>;
  constexpr std::int64_t size = pack<element>::size;
  const std::int64_t head = source.head();
  const std::int64_t packs = source.packs();
  if (fits_at_once(source)) return fold_at_once(op, source, first_index);

  thread_partial<Op> partial(op);
  if (!source.in_step()) {
    fold_singly(op, source, count, first_index, partial);
    return partial;
  }
  if (blockIdx.x == 0) {
    const std::int64_t edge = threadIdx.x < head ? threadIdx.x : packs * size + threadIdx.x;
    if (edge < count) partial.add(op, source.a(edge), source.b(edge), first_index + edge);
  }
  const dense_source<Op, element> body = source.from(head);
  const std::int64_t step = blockDim.x;
  const std::int64_t tile = in_flight * step;
  for (std::int64_t p = blockIdx.x * tile + threadIdx.x; p < packs; p += gridDim.x * tile) {
    pack<element> a[in_flight];
    pack<element> b[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      a[k] = body.a_pack((p + k * step) * size, p + k * step < packs);
      b[k] = body.b_pack((p + k * step) * size, p + k * step < packs);
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (p + k * step < packs) partial.add(op, a[k], b[k], first_index + head + (p + k * step) * size);
    }
  }
  return partial;
}

}  // namespace warpfold::gpu
