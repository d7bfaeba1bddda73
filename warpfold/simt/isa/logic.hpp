// Bitwise operations on words and predicates, shared by and, or and xor.
#pragma once

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The operation is a generic lambda of two values of one type.
template <class Operation>
bound bitwise(const form& f, Operation) {
  return for_type<bool, std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<T, T, T>([](T a, T b) { return static_cast<T>(Operation{}(a, b)); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
