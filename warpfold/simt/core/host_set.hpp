// Instruction sets of the host for which the instruction bodies are compiled.
#pragma once

#include <cstdint>

namespace warpfold::simt {

// Each includes those before it.
enum class host_set : std::uint8_t { baseline, avx2, avx512 };

constexpr const char* name_of(host_set set) {
  constexpr const char* names[] = {"baseline", "avx2", "avx512"};
  return names[static_cast<int>(set)];
}

// The widest that this host has.
inline host_set widest_host_set() {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512cd");
  if (has_avx512) return host_set::avx512;
  if (has_avx2) return host_set::avx2;
#endif
  return host_set::baseline;
}

}  // namespace warpfold::simt
