// What a caller may choose about a reduction. The defaults give the exact, order-independent result.
#pragma once

#include <cstdint>
#include <optional>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/engine.hpp"

namespace warpfold {

// exact: the correctly rounded value of the exact result. fast: a stated error bound, no more; the same from run to
// run.
enum class accuracy : std::uint8_t { exact, fast };

// propagate: a NaN element makes min, max, argmin, argmax NaN (or its index). skip: NaN elements are ignored.
enum class nan_mode : std::uint8_t { propagate, skip };

// What happens where an integer result does not fit its dtype. error: throw, naming the exact value. wrap: modulo
// 2^bits.
enum class overflow : std::uint8_t { error, wrap };

enum class norm_order : std::uint8_t { one, two, infinity };

struct options {
  warpfold::accuracy accuracy = warpfold::accuracy::exact;
  nan_mode nan = nan_mode::propagate;
  warpfold::overflow overflow = warpfold::overflow::error;
  norm_order order = norm_order::two;                // norm
  std::int64_t ddof = 0;                             // var, std: the divisor is n - ddof
  std::optional<dtype> result_dtype = std::nullopt;  // absent: the contract's (docs/contract.md)
  int threads = 0;                                   // CPU threads at most; 0: as many as pay
  warpfold::engine engine = warpfold::engine::automatic;
  // The CUstream after whose work the memory of a GPU is read; null: the default stream.
  void* stream = nullptr;
};

// What the options come to: where NaNs are skipped there are no fast operators.
inline options effective(options choice) {
  if (choice.nan == nan_mode::skip) choice.accuracy = accuracy::exact;
  return choice;
}

}  // namespace warpfold
