// cp.async and cp.async.bulk: copies that are done some time before they are waited for
#include "warpfold/simt/core/async_copy.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_cp(const form& f) {
  return bind_copy_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
