// Loads that stay where they are written: many in a row are all under way at once, whatever uses them first.
#pragma once

#include <complex>
#include <cstring>
#include <type_traits>

#include "warpfold/base/float16.hpp"
#include "warpfold/reduce/thread.cuh"

namespace warpfold::gpu {

// `from` must be a multiple of 16 bytes. Unless they are there, nothing is read, and zeros are given: without a branch,
// so that no load waits for what becomes of the one before.
template <class T>
__device__ pack<T> load_pack(const T* from, bool there = true) {
  uint4 bits;
  asm volatile(
      "{\n\t"
      ".reg .pred there;\n\t"
      "setp.ne.u32 there, %5, 0;\n\t"
      "mov.u32 %0, 0;\n\t"
      "mov.u32 %1, 0;\n\t"
      "mov.u32 %2, 0;\n\t"
      "mov.u32 %3, 0;\n\t"
      "@there ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];\n\t"
      "}"
      : "=&r"(bits.x), "=&r"(bits.y), "=&r"(bits.z), "=&r"(bits.w)
      : "l"(from), "r"(static_cast<unsigned>(there)));
  pack<T> loaded;
  std::memcpy(static_cast<void*>(&loaded), &bits, sizeof bits);
  return loaded;
}

// `from` must be aligned to T.
template <class T>
__device__ T load_element(const T* from) {
  T loaded;
  if constexpr (sizeof(T) == 16) {
    unsigned long long bits[2];
    if constexpr (alignof(T) == 16) {
      asm volatile("ld.global.nc.v2.u64 {%0, %1}, [%2];" : "=l"(bits[0]), "=l"(bits[1]) : "l"(from));
    } else {
      asm volatile("ld.global.nc.u64 %0, [%1];" : "=l"(bits[0]) : "l"(from));
      asm volatile("ld.global.nc.u64 %0, [%1+8];" : "=l"(bits[1]) : "l"(from));
    }
    std::memcpy(static_cast<void*>(&loaded), bits, sizeof loaded);
  } else if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
    unsigned long long bits;
    asm volatile("ld.global.nc.u64 %0, [%1];" : "=l"(bits) : "l"(from));
    std::memcpy(static_cast<void*>(&loaded), &bits, sizeof loaded);
  } else if constexpr (sizeof(T) == 8) {
    unsigned bits[2];
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(bits[0]) : "l"(from));
    asm volatile("ld.global.nc.u32 %0, [%1+4];" : "=r"(bits[1]) : "l"(from));
    std::memcpy(static_cast<void*>(&loaded), bits, sizeof loaded);
  } else if constexpr (sizeof(T) == 4) {
    unsigned bits;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(bits) : "l"(from));
    std::memcpy(static_cast<void*>(&loaded), &bits, sizeof loaded);
  } else if constexpr (sizeof(T) == 2) {
    unsigned short bits;
    asm volatile("ld.global.nc.u16 %0, [%1];" : "=h"(bits) : "l"(from));
    std::memcpy(static_cast<void*>(&loaded), &bits, sizeof loaded);
  } else {
    loaded = *from;
  }
  return loaded;
}

// An element as the operator takes it: itself, or a half as the float of its value.
template <class Element, class Stored>
__device__ Element taken_as(const Stored& stored) {
  if constexpr (std::is_same_v<Element, Stored>) {
    return stored;
  } else if constexpr (std::is_same_v<Stored, float16>) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(stored.bits));
    return value;
  } else {
    return static_cast<float>(stored);
  }
}

}  // namespace warpfold::gpu
