#include "warpfold/reduce/custom.hpp"

#include <string>

namespace warpfold {

void detail::require_cpu(engine asked) {
  if (asked == engine::automatic || asked == engine::cpu) return;
  throw error("an operator of the caller's own is reduced by the cpu engine, found " + std::string(name_of(asked)));
}

}  // namespace warpfold
