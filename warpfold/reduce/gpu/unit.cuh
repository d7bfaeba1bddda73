// The kernels for one element type. Included by one unit a type, which gpu/unit.cu.in is the pattern of.
#pragma once

#include "warpfold/reduce/gpu/device_operator.hpp"
#include "warpfold/reduce/gpu/kernels.cuh"

namespace warpfold::gpu {

// Never called: naming a kernel makes it.
template <element T>
void instantiate_kernels(op operation, const options& choice) {
  with_device_operator<T>(operation, choice, []<class Op>(const Op&) {
    auto* const dense = &reduce_dense<Op, T>;
    auto* const strided = &reduce_strided<Op, T>;
    static_cast<void>(dense);
    static_cast<void>(strided);
  });
}

}  // namespace warpfold::gpu
