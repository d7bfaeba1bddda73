// Every operator for one element type. Included by one unit a type, which cpu/unit.cpp.in is the pattern of.
#pragma once

#include <string>

#include "warpfold/reduce/cpu/kernels/careful.hpp"
#include "warpfold/reduce/cpu/kernels/exact.hpp"
#include "warpfold/reduce/cpu/kernels/fast.hpp"
#include "warpfold/reduce/cpu/kernels/integers.hpp"
#include "warpfold/reduce/cpu/kernels/keys.hpp"
#include "warpfold/reduce/cpu/operator_partial.hpp"
#include "warpfold/reduce/operators.hpp"

namespace warpfold::cpu {

template <element T>
std::unique_ptr<partial> make_partial_of(op operation, const options& choice) {
  [[maybe_unused]] const auto make = [&](const auto& chosen) -> std::unique_ptr<partial> {
    return std::make_unique<operator_partial<std::remove_cvref_t<decltype(chosen)>>>(chosen, choice);
  };
  switch (operation) {
#define WARPFOLD_OP(name, inputs, summary)                                 \
  case op::name:                                                           \
    if constexpr (requires { operators::with_##name<T>(choice, make); }) { \
      return operators::with_##name<T>(choice, make);                      \
    }                                                                      \
    break;
#include "warpfold/reduce/ops.def"
  }
  throw error(std::string(name_of(operation)) + " has no meaning for " + std::string(name_of(dtype_of<T>)));
}

}  // namespace warpfold::cpu
