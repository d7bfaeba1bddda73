// What an operator is. op/NAME.hpp holds one each, all of this form:
//
//   template <element T> class NAME {
//    public:
//     using element_type = T;
//     using state = …;                                // a partial result: a trivially copyable value
//     using result_type = …;                          // what finish gives unless the caller picks another
//     static constexpr laws laws = {…};               // of combine, for this operator on this type
//     template <class R> static constexpr bool gives; // whether finish<R> exists
//     state identity() const;                         // of no elements
//     void absorb(state&, T, std::int64_t index) const;          // one more element; an operator of two arrays: T, T
//     void combine(state& left, const state& right) const;       // right's elements follow left's
//     template <class R> R finish(const state&, std::int64_t count) const;  // errors by refuse()
//   };
//   template <element T, class Use> auto with_NAME(const options& choice, Use use);
//
// with_NAME calls use(operator) with the operator that the options ask for and returns what `use` does; it is
// constrained to the element types that the operator has a meaning for. identity, absorb, combine and finish may be
// called on a device.
#pragma once

#include <cstdint>

#include "warpfold/base/dtype.hpp"

namespace warpfold {

// What may be assumed of an operator on a type. One that is not associative (it rounds) is always combined in the order
// of fixed_order.hpp, so that its result depends on nothing but the elements.
struct laws {
  bool associative = true;
  bool commutative = true;  // elements may be absorbed in any order
  bool indexed = false;     // absorb looks at the index
  bool skips_nan = false;   // absorb itself ignores NaN where it is to be skipped
};

}  // namespace warpfold
