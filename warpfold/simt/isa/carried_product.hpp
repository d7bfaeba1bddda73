// mad.cc and madc: half of a product plus an addend and the carry.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/carry.hpp"
#include "warpfold/simt/isa/product.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

template <bool CarryIn, bool CarryOut>
bound product_with_carry(const form& f) {
  return with_flag(f.has("hi"), [&]<bool High>() {
    return for_type<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>(f.type(), []<class T>(tag<T>) {
      using word = std::make_unsigned_t<T>;
      constexpr handler execute = [](const instruction* i, warp& w) {
        const source<T> a(w, i->operand[1]), b(w, i->operand[2]);
        const source<word> c(w, i->operand[3]);
        return run_with_carry<word, CarryIn, CarryOut>(i, w, [&](int lane, bool in, bool& out) {
          const word half = High ? static_cast<word>(high_product(a[lane], b[lane]))
                                 : low_product(static_cast<word>(a[lane]), static_cast<word>(b[lane]));
          return add_with_carry<false>(half, c[lane], in, out);
        });
      };
      return bound{execute, execute};
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
