// A reduction of an array on a GPU whose result stays there, in the order of a stream, with nothing waiting for it.
//
// Shows device_reduction. A program of your own has its memory from cudaMalloc or a framework; this one asks warpfold's
// driver face, so that it needs no CUDA toolkit. The program links warpfold::gpu. Prints
//
//   the mean that the GPU left in its memory is 2.5
//
// or, on a machine without a GPU,
//
//   there is no GPU here
#include <warpfold/device/machine.hpp>
#include <warpfold/gpu.hpp>

#include <cstdio>
#include <vector>

int main() {
  if (warpfold::devices::gpu_count() == 0 || warpfold::kernel_target().empty()) {
    std::printf("there is no GPU here\n");
    return 0;
  }
  const auto gpu = warpfold::devices::open_gpu();
  const auto stream = gpu->make_stream();
  const std::vector<float> values = {1, 2, 3, 4};
  const std::size_t bytes = values.size() * sizeof(float);
  const auto there = gpu->allocate(warpfold::devices::memory_kind::device, bytes + sizeof(float));
  const auto mean_there = there + bytes;
  gpu->upload(there, values.data(), bytes, *stream);

  // Once: compiles the kernels and takes the memory that they need.
  warpfold::device_reduction mean(warpfold::op::mean, warpfold::dtype::float32);

  // Often: puts two kernels into the stream, or into a graph that captures it, and returns.
  const warpfold::array_view view(warpfold::dtype::float32, reinterpret_cast<const void*>(there), {4},
                                  {warpfold::device_type::cuda, 0});
  mean.enqueue(stream->native(), view, reinterpret_cast<void*>(mean_there));

  float found = 0;
  gpu->download(&found, mean_there, sizeof found, *stream);
  stream->synchronize();
  std::printf("the mean that the GPU left in its memory is %g\n", found);
  gpu->release(there, warpfold::devices::memory_kind::device);
}
