// Functions of reduce/exact run on the host and, compiled by nvcc, on the device.
#pragma once

#ifdef __FAST_MATH__
#error "warpfold's exact sums need IEEE 754 arithmetic as written: compile without -ffast-math"
#endif

#ifdef __CUDACC__
#define WARPFOLD_HOST_DEVICE __host__ __device__
// Of functions that return a large value: inlined, nvcc 13.0 puts it where what it is made of lies.
#define WARPFOLD_HOST_DEVICE_CALL __host__ __device__ __noinline__
#else
#define WARPFOLD_HOST_DEVICE
#define WARPFOLD_HOST_DEVICE_CALL
#endif
