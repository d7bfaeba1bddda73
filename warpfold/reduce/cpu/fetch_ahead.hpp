// Asking for memory ahead of time: arithmetic leaves too few loads in flight to hide the memory's latency. Highway
// includes this file once for every instruction set.
#include <cstddef>
#include <cstdint>

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

// The line at `at` is about to be loaded.
#if HWY_TARGET <= HWY_AVX3
// A far line is asked to come to the second cache, for which there are more buffers, a near one from there to the
// first.
HWY_INLINE void fetch_line_ahead(std::uintptr_t at) {
  __builtin_prefetch(reinterpret_cast<const void*>(at + tune::fetch_near), 0, 3);
  __builtin_prefetch(reinterpret_cast<const void*>(at + tune::fetch_far), 0, 2);
}
#else
// While a chunk is worked on, the next is asked to come to the second cache, a line of each of several streams in turn.
// The processor follows each of them by itself, but none beyond its page: one stream would wait wherever a page starts.
HWY_INLINE void fetch_line_ahead(std::uintptr_t at) {
  constexpr std::uintptr_t chunk = tune::fetch_streams * tune::fetch_stream;
  const std::uintptr_t line = at % chunk / cache_line;
  const std::uintptr_t stream = line % tune::fetch_streams;
  const std::uintptr_t next = at / chunk * chunk + chunk;
  const std::uintptr_t wanted = next + stream * tune::fetch_stream + line / tune::fetch_streams * cache_line;
  __builtin_prefetch(reinterpret_cast<const void*>(wanted), 0, 2);
}
#endif

// `Bytes` bytes from `at` on are about to be loaded. What lies ahead need not be readable.
template <std::size_t Bytes>
HWY_INLINE void fetch_ahead(const void* at) {
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  for (std::size_t offset = 0; offset < Bytes; offset += cache_line) fetch_line_ahead(first + offset);
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
