// Elements that lie one after another.
#pragma once

#include <algorithm>
#include <cstdint>

#include "warpfold/reduce/gpu/arrays.hpp"
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
  // Elements that a thread of the fixed order has under way at once.
  static constexpr int in_flight =
      std::min<int>(tune::gpu_fixed_order_bytes / sizeof(Stored), tune::gpu_fixed_order_elements);

  __device__ explicit dense_source(const dense_arrays& arrays)
      : a_(static_cast<const Stored*>(arrays.first[0])), b_(static_cast<const Stored*>(arrays.first[1])) {}

  __device__ Stored stored_a(std::int64_t i) const { return load_element(a_ + i); }
  __device__ Stored stored_b(std::int64_t i) const {
    if constexpr (takes_two<Op>) return load_element(b_ + i);
    return {};
  }
  __device__ element a(std::int64_t i) const { return taken_as<element>(stored_a(i)); }
  __device__ element b(std::int64_t i) const { return taken_as<element>(stored_b(i)); }

  __device__ pack<Stored> a_pack(std::int64_t i) const { return load_pack(a_ + i); }
  // 16 bytes of the second array, which need not be aligned as the first is.
  __device__ pack<Stored> b_pack(std::int64_t i) const {
    pack<Stored> loaded{};
    if constexpr (takes_two<Op>) {
      if (reinterpret_cast<std::uintptr_t>(b_ + i) % sizeof(uint4) == 0) return load_pack(b_ + i);
#pragma unroll
      for (unsigned k = 0; k < pack<Stored>::size; ++k) loaded.element[k] = b_[i + k];
    }
    return loaded;
  }

  // Elements before the first whole 16 bytes of the first array.
  __device__ unsigned head() const {
    const auto beyond = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(a_) % sizeof(uint4));
    return (sizeof(uint4) - beyond) % sizeof(uint4) / sizeof(Stored);
  }

 private:
  const Stored* a_;
  const Stored* b_;
};

// Packs of each block, whole warps of them.
__device__ inline std::int64_t share_of_block(std::uint64_t packs) {
  const std::uint64_t rows = (packs + warp_lanes - 1) / warp_lanes;
  if (gridDim.x == 1) return rows * warp_lanes;
  return (rows + gridDim.x - 1) / gridDim.x * warp_lanes;
}

// Folds those of `count` elements that are this thread's. Each block takes consecutive elements, as many as the others,
// 16 bytes at a time; what lies before and behind whole 16 bytes goes to the first block.
template <class Op>
__device__ typename Op::state fold(const Op& op, const dense_source<Op, element_of<Op>>& source, std::int64_t count,
                                   std::int64_t first_index) {
  using element = element_of<Op>;
  constexpr int in_flight = tune::gpu_vectors_in_flight;
  constexpr std::int64_t size = pack<element>::size;
  const std::int64_t head = min(std::int64_t{source.head()}, count);
  const std::int64_t packs = static_cast<std::uint64_t>(count - head) / size;
  const std::int64_t share = share_of_block(packs);
  const std::int64_t end = min((blockIdx.x + 1) * share, packs);
  const std::int64_t step = blockDim.x;

  thread_partial<Op> partial(op);
  if (blockIdx.x == 0) {
    const std::int64_t before = threadIdx.x;
    if (before < head) partial.add(op, source.a(before), source.b(before), first_index + before);
  }
  const auto position = [&](std::int64_t p) { return head + p * size; };
  std::int64_t p = blockIdx.x * share + threadIdx.x;
  for (; p + (in_flight - 1) * step < end; p += in_flight * step) {
    pack<element> a[in_flight];
    pack<element> b[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      a[k] = source.a_pack(position(p + k * step));
      b[k] = source.b_pack(position(p + k * step));
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) partial.add(op, a[k], b[k], first_index + position(p + k * step));
  }
  pack<element> a[in_flight - 1];
  pack<element> b[in_flight - 1];
#pragma unroll
  for (int k = 0; k < in_flight - 1; ++k) {
    if (p + k * step >= end) continue;
    a[k] = source.a_pack(position(p + k * step));
    b[k] = source.b_pack(position(p + k * step));
  }
#pragma unroll
  for (int k = 0; k < in_flight - 1; ++k) {
    if (p + k * step < end) partial.add(op, a[k], b[k], first_index + position(p + k * step));
  }
  if (blockIdx.x == 0) {
    const std::int64_t behind = position(packs) + threadIdx.x;
    if (behind < count) partial.add(op, source.a(behind), source.b(behind), first_index + behind);
  }
  return partial.state(op);
}

}  // namespace warpfold::gpu
