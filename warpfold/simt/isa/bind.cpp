// Compiled once per instruction set of the host: the bodies of that set, by row of isa.def.
#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/isa/simd.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

#define WARPFOLD_INSTRUCTION(mnemonic, operands, modifiers, section) bound bind_##mnemonic(const form&);
#include "warpfold/simt/isa.def"

bound bind(const form& f) {
  static constexpr bound (*bodies[])(const form&) = {
#define WARPFOLD_INSTRUCTION(mnemonic, operands, modifiers, section) bind_##mnemonic,
#include "warpfold/simt/isa.def"
  };
  return bodies[f.row().index](f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
