// Constants of the CPU engine, chosen by measurement (bench/reduce_cpu.cpp).
#pragma once

#include <cstdint>

namespace warpfold::tune {

// Arrays below this size are reduced by the calling thread: waking another costs more than it saves.
inline constexpr std::int64_t parallel_bytes = std::int64_t{1} << 20;
// How finely an array is divided among threads: tasks a thread, and the least bytes of one.
inline constexpr std::int64_t tasks_per_thread = 64;
inline constexpr std::int64_t task_bytes = std::int64_t{256} << 10;
// Rows of at least so many bytes are reduced where they lie; shorter ones are gathered first.
inline constexpr std::int64_t row_bytes = 1024;
// Values that a task of a custom operator takes at least, and how many tasks there are at most.
inline constexpr std::int64_t custom_task = std::int64_t{1} << 15;
inline constexpr std::int64_t custom_tasks = 256;
// Memory is asked for ahead of loads (cpu/fetch_ahead.hpp). With vectors of 512 bits, measured on Intel's Sapphire
// Rapids: bytes ahead, to the first and to the second cache. With shorter ones, measured on AMD's Zen 3: streams, and
// bytes of each at a time; twice a chunk of them must fit into the second cache.
inline constexpr std::uintptr_t fetch_near = 3072;
inline constexpr std::uintptr_t fetch_far = 12288;
inline constexpr std::uintptr_t fetch_streams = 4;
inline constexpr std::uintptr_t fetch_stream = 16384;

}  // namespace warpfold::tune
