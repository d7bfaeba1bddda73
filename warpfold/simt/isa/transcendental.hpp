// The approximate functions: computed in f64 by the host's library and rounded once, so within the ISA's error bounds.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The operation is a lambda of a double.
template <class Operation>
bound transcendental(const form& f, Operation) {
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    if (f.type() == ptx::type::f32) {
      return lanewise<float, float>(
          [](float a) { return flush<Flush>(static_cast<float>(Operation{}(static_cast<double>(flush<Flush>(a))))); });
    }
    return for_type<f16, f16x2, bf16, bf16x2>(f.type(), []<class T>(tag<T>) {
      return lanewise<T, T>([](T a) {
        return each_element<T>(
            [](element<T> x) {
              return finish_half<element<T>, Flush, false, false>(
                  Operation{}(static_cast<double>(widen(flush_half<Flush>(x)))));
            },
            a);
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
