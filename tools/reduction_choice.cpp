#include "tools/reduction_choice.hpp"

#include <algorithm>
#include <cstdint>

#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/dtype_choices.hpp"
#include "tools/whole_number.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

bool subtracts_ddof(op operation) {
  return operation == op::var || operation == op::std;
}

bool has_order(op operation) {
  return operation == op::norm;
}

bool has_fast_form(op operation) {
  return operation == op::sum || operation == op::mean || operation == op::dot || operation == op::norm ||
         operation == op::logsumexp || subtracts_ddof(operation);
}

bool can_overflow(op operation) {
  return operation == op::sum || operation == op::prod || operation == op::dot;
}

}  // namespace

bool has_choice_of_result(op operation) {
  try {
    options other;
    other.result_dtype = dtype::float32;
    const reduction would_do(operation, dtype::float64, other);
    return true;
  } catch (const error&) {
    return false;
  }
}

void reduction_choice::declare_options(CLI::App& app, std::span<const op> operations) {
  const auto any = [&](bool (*trait)(op)) { return std::any_of(operations.begin(), operations.end(), trait); };

  engine_.declare_options(app);
  app.add_flag_callback(
      "--fast", [this] { options_.accuracy = accuracy::fast; },
      any(has_fast_form)
          ? "trade the exact result for speed, within a stated error bound: in sum, mean, var, std, norm, dot "
            "and logsumexp of floats"
          : "changes nothing here; sum, mean, var, std, norm, dot and logsumexp of floats trade exactness for speed");
  add_choice<nan_mode>(app, "--nan", options_.nan, {{"propagate", nan_mode::propagate}, {"skip", nan_mode::skip}},
                       "MODE", "what a NaN does, propagate unless told");
  if (any(subtracts_ddof)) {
    add_whole_number<std::int64_t>(app, "--ddof", options_.ddof, 0, "N",
                                   "the divisor of var and std is the count less this, 0 unless told");
  }
  if (any(has_order)) {
    add_choice<norm_order>(app, "--order", options_.order,
                           {{"1", norm_order::one}, {"2", norm_order::two}, {"inf", norm_order::infinity}}, "ORDER",
                           "which norm, 2 unless told");
  }
  if (any(can_overflow)) {
    app.add_flag_callback(
        "--wrap", [this] { options_.overflow = overflow::wrap; },
        "give an integer result that does not fit modulo 2^bits, not an error");
  }
  if (any(has_choice_of_result)) {
    add_choice<dtype>(app, "--result-dtype", options_.result_dtype, dtype_choices(), "DTYPE",
                      "the result's type, if not the usual one");
  }
  add_whole_number<int>(app, "--threads", options_.threads, 1, "N", "CPU threads at most; else as many as pay");
}

options reduction_choice::resolve(std::optional<dtype> from_input) const {
  options resolved = options_;
  if (!resolved.result_dtype) resolved.result_dtype = from_input;
  resolved.engine = where();
  return resolved;
}

}  // namespace warpfold::tools
