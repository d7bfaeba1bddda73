// Every operator for one element type. Included by one unit a type, which cpu/unit.cpp.in is the pattern of.
#pragma once

#include "warpfold/reduce/cpu/kernels/careful.hpp"
#include "warpfold/reduce/cpu/kernels/exact.hpp"
#include "warpfold/reduce/cpu/kernels/fast.hpp"
#include "warpfold/reduce/cpu/kernels/integers.hpp"
#include "warpfold/reduce/cpu/kernels/keys.hpp"
#include "warpfold/reduce/cpu/operator_partial.hpp"
#include "warpfold/reduce/with_operator.hpp"

namespace warpfold::cpu {

template <element T>
std::unique_ptr<partial> make_partial_of(op operation, const options& choice) {
  return with_operator<T>(operation, choice, [&](const auto& chosen) -> std::unique_ptr<partial> {
    return std::make_unique<operator_partial<std::remove_cvref_t<decltype(chosen)>>>(chosen, choice);
  });
}

}  // namespace warpfold::cpu
