// Chooses, once, which compilation of the bodies this host runs.
#include <string>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/compiled_bodies.hpp"

namespace warpfold::simt {

#ifdef WARPFOLD_SIMT_BASELINE
namespace baseline {
bound bind(const form& f);
}
#endif
#ifdef WARPFOLD_SIMT_AVX2
namespace avx2 {
bound bind(const form& f);
}
#endif
#ifdef WARPFOLD_SIMT_AVX512
namespace avx512 {
bound bind(const form& f);
}
#endif

std::vector<compiled_bodies> bodies_for_host() {
  std::vector<compiled_bodies> all = {
#ifdef WARPFOLD_SIMT_BASELINE
      {host_set::baseline, baseline::bind},
#endif
#ifdef WARPFOLD_SIMT_AVX2
      {host_set::avx2, avx2::bind},
#endif
#ifdef WARPFOLD_SIMT_AVX512
      {host_set::avx512, avx512::bind},
#endif
  };
  std::erase_if(all, [widest = widest_host_set()](const compiled_bodies& each) { return each.set > widest; });
  return all;
}

bound bind(const form& f) {
  static const auto widest = [] {
    const std::vector<compiled_bodies> runnable = bodies_for_host();
    if (runnable.empty()) {
      throw error(std::string("this build of the SIMT machine is for processors with more vector instructions than ") +
                  name_of(widest_host_set()) + ", expected a build with WARPFOLD_SIMT_BODIES=all");
    }
    return runnable.back().bind;
  }();
  return widest(f);
}

}  // namespace warpfold::simt
