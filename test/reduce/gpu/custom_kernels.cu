// Kernels of warpfold::reduce for the operators of custom_operators.hpp. The calls are compiled, and the kernels run by
// custom.cpp.
#include "test/reduce/gpu/custom_operators.hpp"
#include "warpfold/reduce/custom.cuh"

using namespace warpfold::test;

template void warpfold::reduce(cudaStream_t, const affine*, std::int64_t, then, affine, affine*);
template void warpfold::reduce(cudaStream_t, const place*, std::int64_t, first_greatest, place, place*);
template void warpfold::reduce(cudaStream_t, const float*, std::int64_t, add, std::int32_t, float*);
template void warpfold::reduce(cudaStream_t, const std::uint8_t*, std::int64_t, add, std::int64_t, std::int64_t*);
template void warpfold::reduce(cudaStream_t, squares, std::int64_t, add, std::uint64_t, std::uint64_t*);
