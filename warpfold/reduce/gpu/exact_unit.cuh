// The kernels of exact sums for one element type. Included by one unit a type, which gpu/exact_unit.cu.in is the
// pattern of.
#pragma once

#include "warpfold/reduce/gpu/exact.cuh"
#include "warpfold/reduce/gpu/exact_operator.hpp"

namespace warpfold::gpu {

// Never called: naming a kernel makes it.
template <element T>
void instantiate_exact_kernels(op operation, const options& choice) {
  with_exact_operator<T>(operation, choice, []<class Op>(const Op&) {
    auto* const dense = &exact_dense<Op>;
    auto* const strided = &exact_strided<Op>;
    static_cast<void>(dense);
    static_cast<void>(strided);
  });
}

}  // namespace warpfold::gpu
