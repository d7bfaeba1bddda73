// CUB's sum behind a C function, for the ladder's last row. The CUDA run time is linked into this library alone, and
// uses the context that the program made current.
#include <cstdint>
#include <cub/device/device_reduce.cuh>

#include "warpfold/base/dtype.hpp"

namespace {

template <class T>
int sum(const void* in, void* out, unsigned long long n, void* temporary, std::size_t* bytes, void* stream) {
  return cub::DeviceReduce::Sum(temporary, *bytes, static_cast<const T*>(in), static_cast<T*>(out),
                                static_cast<std::int64_t>(n), static_cast<cudaStream_t>(stream));
}

}  // namespace

// `element` is a warpfold::dtype. With a null `temporary`, sets *bytes to what it needs. Returns a cudaError_t.
extern "C" int warpfold_cub_sum(int element, const void* in, void* out, unsigned long long n, void* temporary,
                                std::size_t* bytes, void* stream) {
  switch (static_cast<warpfold::dtype>(element)) {
    case warpfold::dtype::int32:
      return sum<std::int32_t>(in, out, n, temporary, bytes, stream);
    case warpfold::dtype::int64:
      return sum<std::int64_t>(in, out, n, temporary, bytes, stream);
    case warpfold::dtype::float32:
      return sum<float>(in, out, n, temporary, bytes, stream);
    case warpfold::dtype::float64:
      return sum<double>(in, out, n, temporary, bytes, stream);
    default:
      return cudaErrorInvalidValue;
  }
}
