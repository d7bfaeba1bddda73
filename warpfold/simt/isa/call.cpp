// Calls a function, by name or by address. core/call.cpp does it.
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_call(const form&) {
  return {call_function, call_function, guarding::apart};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
