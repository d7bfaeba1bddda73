// A trial as a kernel: thread n loads the operands of run n, executes the trial's text and stores the results.
#pragma once

#include <string>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// The registers of a trial: i0, i1, … and o0, o1, …
std::string declarations(const trial& of);

// A module with the kernel `trial(const u64* operands, u64* results, u32 runs)`; one u64 an operand or result.
std::string kernel_text(const trial& of, const std::string& version, const std::string& target);

}  // namespace warpfold::simt::conformance
