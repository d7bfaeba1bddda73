// A reduction done and measured: what every way of printing it needs to know.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/accumulator_choice.hpp"
#include "tools/engine.hpp"
#include "tools/input.hpp"
#include "tools/reduction_choice.hpp"
#include "warpfold/base/array_view.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::tools {

struct reduced {
  op operation;
  std::vector<std::string> files;  // as the command line names them
  dtype type;                      // of the elements
  dimensions shape;                // of the one file; of several as one array, (elements,)
  result value;
  engine where;
  std::int64_t bytes;           // of all elements
  std::vector<double> seconds;  // of each pass, from opening the files to the result; the first gave the value
  std::optional<std::int64_t> accumulated = std::nullopt;  // elements of this and earlier runs, where sums are kept
  std::function<void()> keep = {};                         // puts those sums in place, if they go to a file
};

// How often to reduce: once, or again as long as that makes the time surer.
enum class passes : std::uint8_t { one, several };

// Reduces the files one after another as one array of one axis. Throws error where their dtypes differ. The sums that
// are kept, if any, are added to the result and go on from it; then there is one pass.
reduced reduce_as_one(op operation, const std::vector<std::string>& names, const input_choice& input,
                      const reduction_choice& choice, const accumulator_choice& kept, passes repeat);

// Reduces two files of one dtype and shape by an operator of two arrays.
reduced reduce_pair(op operation, const std::vector<std::string>& names, const input_choice& input,
                    const reduction_choice& choice, const accumulator_choice& kept, passes repeat);

// The result of what accumulators hold.
reduced reduce_accumulated(op operation, const reduction_choice& choice, const accumulator_choice& kept);

}  // namespace warpfold::tools
