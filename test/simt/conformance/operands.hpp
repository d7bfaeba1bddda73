// The operands of the conformance trials: edge cases of each kind in every combination that fits, and random ones.
#pragma once

#include <cstdint>
#include <vector>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// How many times a trial is run: more for more inputs.
int runs_of(const trial& of);

// The operands of all runs, run by run. The same on every machine.
std::vector<std::uint64_t> operands_of(const trial& of);

// A fingerprint, so that results are never compared with those of other operands.
std::uint64_t fingerprint(const std::vector<std::uint64_t>& operands);

}  // namespace warpfold::simt::conformance
