// The sum of 128 numbers by one block of 128 threads. A barrier is missing.
extern "C" __global__ void block_sum(const double* in, double* out) {
  __shared__ double values[128];
  const unsigned thread = threadIdx.x;
  values[thread] = in[thread];
  for (unsigned distance = 64; distance > 0; distance /= 2) {
    if (thread < distance) values[thread] += values[thread + distance];
    __syncthreads();
  }
  if (thread == 0) *out = values[0];
}
