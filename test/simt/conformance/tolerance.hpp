// How far a result may be from the hardware's: nothing, but for the approximate functions, whose bits the ISA leaves to
// the implementation and bounds the error of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// Whether output `n` of the trial may be either value.
bool agree(const trial& of, std::size_t n, std::uint64_t a, std::uint64_t b);

}  // namespace warpfold::simt::conformance
