// The approximations on f64 that read and write only the high 32 bits of a number: rcp and rsqrt.approx.ftz.f64.
#pragma once

#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

[[gnu::always_inline]] inline double high_word(double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xffffffff00000000u);
}

[[gnu::always_inline]] inline double flush_f64(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<double>((bits & 0x7ff0000000000000u) == 0 ? bits & 0x8000000000000000u : bits);
}

template <class Operation>
[[gnu::always_inline]] inline double of_high_word(double value, Operation operation) {
  const double result = flush_f64(high_word(operation(flush_f64(high_word(value)))));
  return result != result ? std::bit_cast<double>(0x7fffffff00000000u) : result;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
