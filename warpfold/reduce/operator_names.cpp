#include <algorithm>
#include <array>
#include <string>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {
namespace {

struct operator_row {
  std::string_view name;
  int inputs;
  std::string_view summary;
};
constexpr std::array rows{
#define WARPFOLD_OP(name, inputs, summary) operator_row{#name, inputs, summary},
#include "warpfold/reduce/ops.def"
};

const operator_row& row_of(op operation) {
  return rows.at(static_cast<std::size_t>(operation));
}

}  // namespace

std::string_view name_of(op operation) {
  return row_of(operation).name;
}

op op_from_name(std::string_view name) {
  const auto* const found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  if (found != rows.end()) return static_cast<op>(found - rows.begin());
  std::string names;
  for (const operator_row& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.name);
  throw error("unknown operator \"" + std::string(name) + "\", expected one of " + names);
}

int inputs_of(op operation) {
  return row_of(operation).inputs;
}
std::string_view summary_of(op operation) {
  return row_of(operation).summary;
}

}  // namespace warpfold
