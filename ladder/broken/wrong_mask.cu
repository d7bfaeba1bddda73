// A shuffle whose mask does not name the lanes that execute it.
//
// Half a warp is named, all of it takes part, and half of what is read comes from lanes that the mask leaves out:
// undefined.

#ifdef __CUDACC__
#include <cstddef>

template <unsigned Mask>
__global__ void wrong_mask(const int* in, int* out, std::size_t) {
  int sum = in[threadIdx.x];
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(Mask, sum, offset);
  if (threadIdx.x == 0) *out = sum;
}

template __global__ void wrong_mask<0x0000ffff>(const int*, int*, std::size_t);
template __global__ void wrong_mask<0>(const int*, int*, std::size_t);
template __global__ void wrong_mask<0xffffffff>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan half(const problem& sum) {
  return one_launch(sum, "wrong_mask<65535u>", 1);
}
plan none(const problem& sum) {
  return one_launch(sum, "wrong_mask<0u>", 1);
}
plan all(const problem& sum) {
  return one_launch(sum, "wrong_mask<4294967295u>", 1);
}

const mistake_registration of_half({"mask of half a warp", {"shuffle"}, 32, 32, half, all, 0, {}});
const mistake_registration of_none({"empty mask", {"shuffle"}, 32, 32, none, all, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
