#include "tools/ladder_input.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tools/packed.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::tools {
namespace {

double as_double(const scalar& value) {
  return value.type() == dtype::float32 ? static_cast<double>(value.as<float>()) : value.as<double>();
}

bool is_float(dtype type) {
  return category_of(type) == dtype_category::floating;
}

}  // namespace

ladder_input::ladder_input(const ladder_choice& choice, std::uint64_t default_n) {
  if (choice.file.empty()) {
    generated_.emplace(choice.type, choice.n.value_or(default_n));
    view_ = generated_->view();
  } else {
    view_ = first_of(choice.file, choice.n);
  }
}

array_view ladder_input::first_of(const std::string& file, std::optional<std::uint64_t> n) {
  file_ = files::open(file);
  file_->for_each_piece([&](const array_view& piece) {
    const std::vector<std::byte> bytes = packed(piece);
    gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
  });
  const std::uint64_t found = gathered_.size() / size_of(file_->type());
  if (n.value_or(0) > found) throw error(fmt::format("{}: found {} elements, expected at least {}", file, found, *n));
  return {file_->type(), gathered_.data(), {static_cast<std::int64_t>(n.value_or(found))}};
}

scalar ladder_input::exact_sum() const {
  options choice;
  choice.result_dtype = view_.type();
  choice.overflow = overflow::wrap;
  return reduce(op::sum, view_, choice).values.front();
}

double ladder_input::tolerance(std::uint64_t additions_in_sequence) const {
  if (generated_ || !is_float(view_.type())) return 0;
  options choice;
  choice.order = norm_order::one;
  choice.result_dtype = dtype::float64;
  const double magnitude = reduce(op::norm, view_, choice).values.front().as<double>();
  const double unit = view_.type() == dtype::float32 ? std::numeric_limits<float>::epsilon() / 2.0
                                                     : std::numeric_limits<double>::epsilon() / 2.0;
  return static_cast<double>(additions_in_sequence + 1) * unit * magnitude;
}

bool agree(const scalar& found, const scalar& exact, double tolerance) {
  if (to_string(found) == to_string(exact)) return true;
  return is_float(exact.type()) && std::abs(as_double(found) - as_double(exact)) <= tolerance;
}

}  // namespace warpfold::tools
