// The block's dynamic shared memory as an array of T, whose size the launch decides.
#pragma once

template <class T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char memory[];
  return reinterpret_cast<T*>(memory);
}
