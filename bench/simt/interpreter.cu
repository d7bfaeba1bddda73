// The kernels that the SIMT machine's speed is stated for: fused multiply-adds and integers in registers, and a tree in
// shared memory.
extern "C" __global__ void fma_loop(float* out, int n) {
  float x = threadIdx.x, y = blockIdx.x;
  for (int i = 0; i < n; ++i) {
    x = fmaf(x, 0.999f, 0.5f);
    y = fmaf(y, 0.998f, x);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
extern "C" __global__ void shared_reduction(const int* in, int* out, int rounds) {
  __shared__ int tile[256];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    tile[t] = in[t] + r;
    __syncthreads();
    for (unsigned s = 128; s > 0; s >>= 1) {
      if (t < s) tile[t] += tile[t + s];
      __syncthreads();
    }
    sum += tile[0];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum;
}
extern "C" __global__ void int_loop(unsigned* out, int n) {
  unsigned x = threadIdx.x, y = blockIdx.x;
  for (int i = 0; i < n; ++i) {
    x = x * 1664525u + 1013904223u;
    y ^= x >> 7;
    y += i;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
