// From the name of an operator to the operator.
#pragma once

#include <string>

#include "warpfold/reduce/operators.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {

// Calls use(operator) with the operator on T that the options ask for, and returns what `use` does, which must be of
// one type for all operators. Throws error where the operator has no meaning for T.
template <element T, class Use>
auto with_operator(op operation, const options& choice, Use use) -> decltype(use(operators::any<T>())) {
  switch (operation) {
#define WARPFOLD_OP(name, inputs, summary)                                \
  case op::name:                                                          \
    if constexpr (requires { operators::with_##name<T>(choice, use); }) { \
      return operators::with_##name<T>(choice, use);                      \
    }                                                                     \
    break;
#include "warpfold/reduce/ops.def"
  }
  throw error(std::string(name_of(operation)) + " has no meaning for " + std::string(name_of(dtype_of<T>)));
}

}  // namespace warpfold
