// Asking for memory ahead of time: arithmetic leaves too few loads in flight to hide the memory's latency. Highway
// includes this file once for every instruction set.
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "hwy/highway.h"
#include "warpfold/reduce/tune/cpu.hpp"

#if defined(WARPFOLD_REDUCE_CPU_FETCH_AHEAD) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_FETCH_AHEAD
#undef WARPFOLD_REDUCE_CPU_FETCH_AHEAD
#else
#define WARPFOLD_REDUCE_CPU_FETCH_AHEAD
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

constexpr std::uintptr_t cache_line = 64;

// `Bytes` bytes from `at` on are about to be loaded. What lies ahead need not be readable.
#if HWY_TARGET <= HWY_AVX3
// A far line is asked to come to the second cache, for which there are more buffers, a near one from there to the
// first.
template <std::size_t Bytes>
HWY_INLINE void fetch_ahead(const void* at) {
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  for (std::uintptr_t line = first; line < first + Bytes; line += cache_line) {
    __builtin_prefetch(reinterpret_cast<const void*>(line + tune::fetch_near), 0, 3);
    __builtin_prefetch(reinterpret_cast<const void*>(line + tune::fetch_far), 0, 2);
  }
}
#else
// While a chunk is worked on, the next is asked to come to the second cache, a line of each of several streams in turn.
// The processor follows each of them by itself, but none beyond its page: one stream would wait wherever a page starts.
template <std::size_t Bytes>
HWY_INLINE void fetch_ahead(const void* at) {
  constexpr std::uintptr_t chunk = tune::fetch_streams * tune::fetch_stream;
  constexpr std::uintptr_t lines = Bytes / cache_line > 0 ? Bytes / cache_line : 1;
  // Of so many lines that begin at a multiple of them, only the streams differ.
  constexpr std::uintptr_t together = std::gcd(lines, tune::fetch_streams);
  for (std::uintptr_t done = 0; done < lines; done += together) {
    const std::uintptr_t here = reinterpret_cast<std::uintptr_t>(at) + done * cache_line;
    const std::uintptr_t line = here % chunk / (together * cache_line) * together;
    const std::uintptr_t stream = line % tune::fetch_streams;
    const std::uintptr_t next = here / chunk * chunk + chunk;
    const std::uintptr_t wanted = next + stream * tune::fetch_stream + line / tune::fetch_streams * cache_line;
    for (std::uintptr_t k = 0; k < together; ++k) {
      __builtin_prefetch(reinterpret_cast<const void*>(wanted + k * tune::fetch_stream), 0, 2);
    }
  }
}
#endif

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
