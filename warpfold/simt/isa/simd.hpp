// What compilers do not find by themselves when they vectorize a loop over lanes.
#pragma once

#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "warpfold/simt/core/instruction.hpp"

// Before a loop over lanes: columns are identical or disjoint, so no lane depends on another.
#if defined(__clang__)
#define WARPFOLD_INDEPENDENT_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define WARPFOLD_INDEPENDENT_LANES _Pragma("GCC ivdep")
#endif

#ifndef WARPFOLD_SIMD  // the build names the instruction set that it compiles for
#define WARPFOLD_SIMD baseline
#endif

namespace warpfold::simt::WARPFOLD_SIMD {

// The lanes whose value is negative. `values` is aligned to 64 bytes.
[[gnu::always_inline]] inline lane_mask lanes_with_sign(const std::int32_t (&values)[lanes_per_warp]) {
#if defined(__AVX512DQ__)
  return static_cast<lane_mask>(_mm512_movepi32_mask(_mm512_load_si512(values))) |
         static_cast<lane_mask>(_mm512_movepi32_mask(_mm512_load_si512(values + 16))) << 16;
#elif defined(__AVX2__)
  lane_mask lanes = 0;
  for (int first = 0; first < lanes_per_warp; first += 8) {
    const __m256i eight = _mm256_load_si256(reinterpret_cast<const __m256i*>(values + first));
    lanes |= static_cast<lane_mask>(_mm256_movemask_ps(_mm256_castsi256_ps(eight))) << first;
  }
  return lanes;
#elif defined(__SSE2__)
  lane_mask lanes = 0;
  for (int first = 0; first < lanes_per_warp; first += 4) {
    const __m128i four = _mm_load_si128(reinterpret_cast<const __m128i*>(values + first));
    lanes |= static_cast<lane_mask>(_mm_movemask_ps(_mm_castsi128_ps(four))) << first;
  }
  return lanes;
#else
  lane_mask lanes = 0;
  for (int lane = 0; lane < lanes_per_warp; ++lane) lanes |= (values[lane] < 0 ? 1u : 0u) << lane;
  return lanes;
#endif
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
