// Elements anywhere in memory.
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>

#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/fold_singly.cuh"
#include "warpfold/reduce/gpu/load.cuh"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/thread.cuh"

namespace warpfold::gpu {

// One or two strided arrays of Stored, which the operator may take as a wider type.
template <class Op, class Stored>
class strided_source {
 public:
  using element = element_of<Op>;
  using stored = Stored;
  static constexpr bool has_packs = false;
  static constexpr int in_flight = 1;

  __device__ explicit strided_source(const strided_arrays& arrays) : arrays_(&arrays) {}

  __device__ Stored stored_a(std::int64_t i) const { return load(0, i); }
  __device__ Stored stored_b(std::int64_t i) const {
    if constexpr (takes_two<Op>) return load(1, i);
    return {};
  }
  __device__ element a(std::int64_t i) const { return taken_as<element>(stored_a(i)); }
  __device__ element b(std::int64_t i) const { return taken_as<element>(stored_b(i)); }

 private:
  __device__ Stored load(int input, std::int64_t i) const {
    i += arrays_->position;
    const std::byte* at = arrays_->first[input];
    for (int axis = arrays_->rank - 1; axis > 0; --axis) {
      const std::int64_t rows = i / arrays_->extents[axis];
      at += (i - rows * arrays_->extents[axis]) * arrays_->strides[input][axis];
      i = rows;
    }
    if (arrays_->rank > 0) at += i * arrays_->strides[input][0];
    Stored value;
    if (arrays_->aligned) {
      value = *reinterpret_cast<const Stored*>(at);
    } else {
      std::byte bytes[sizeof(Stored)];
#pragma unroll
      for (unsigned k = 0; k < sizeof(Stored); ++k) bytes[k] = at[k];
      std::memcpy(static_cast<void*>(&value), bytes, sizeof value);
    }
    return arrays_->swapped[input] ? swapped(value) : value;
  }

  __device__ static Stored swapped(const Stored& value) {
    constexpr unsigned part = sizeof(real_part_t<Stored>);
    unsigned char bytes[sizeof(Stored)];
    unsigned char reversed[sizeof(Stored)];
    std::memcpy(bytes, &value, sizeof value);
#pragma unroll
    for (unsigned k = 0; k < sizeof(Stored); ++k) reversed[k] = bytes[k / part * part + part - 1 - k % part];
    Stored result;
    std::memcpy(static_cast<void*>(&result), reversed, sizeof result);
    return result;
  }

  const strided_arrays* arrays_;
};

// Folds those of `count` elements that are this thread's.
template <class Op>
__device__ thread_partial<Op> fold(const Op& op, const strided_source<Op, element_of<Op>>& source, std::int64_t count,
                                   std::int64_t first_index) {
  thread_partial<Op> partial(op);
  fold_singly(op, source, count, first_index, partial);
  return partial;
}

}  // namespace warpfold::gpu
