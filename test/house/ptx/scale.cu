#include "test/house/ptx/scale_factor.cuh"

extern "C" __global__ void scale(float* values) {
  values[threadIdx.x] *= scale_factor;
}
