// out = the transpose of in, which has `rows` rows of `columns` floats. Blocks of 32 by 8 threads, one for each tile of
// 32 by 32 elements.
extern "C" __global__ void transpose(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][32 + 1];  // a row more than 32 banks long: columns do not conflict
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (top + y < rows && left + threadIdx.x < columns) {
      tile[y][threadIdx.x] = in[(top + y) * columns + left + threadIdx.x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (left + y < columns && top + threadIdx.x < rows) {
      out[(left + y) * rows + top + threadIdx.x] = tile[threadIdx.x][y];
    }
  }
}
