// Chooses, once, which compilation of the bodies this host runs.
#include "warpfold/simt/core/isa_table.hpp"

namespace warpfold::simt {

namespace baseline {
bound bind(const form& f);
}
#ifdef WARPFOLD_SIMT_X86
namespace avx2 {
bound bind(const form& f);
}
namespace avx512 {
bound bind(const form& f);
}
#endif

bound bind(const form& f) {
  static bound (*const widest)(const form&) = [] {
#ifdef WARPFOLD_SIMT_X86
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                            __builtin_cpu_supports("avx512cd");
    if (has_avx512) return avx512::bind;
    if (has_avx2) return avx2::bind;
#endif
    return baseline::bind;
  }();
  return widest(f);
}

}  // namespace warpfold::simt
