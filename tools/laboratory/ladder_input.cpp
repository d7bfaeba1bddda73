#include "tools/laboratory/ladder_input.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
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

template <class Float>
long double magnitude_of(const array_view& numbers) {
  const auto* const first = reinterpret_cast<const Float*>(numbers.data());
  return std::transform_reduce(first, first + numbers.size(), 0.0L, std::plus<>(),
                               [](Float number) { return std::abs(static_cast<long double>(number)); });
}

std::uint64_t bytes_of_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

ladder::data generated(dtype type, std::uint64_t n) {
  const std::uint64_t most = bytes_of_memory() / size_of(type);
  if (n > most) throw error(fmt::format("--n: found {}, expected at most {}, which fill the memory", n, most));
  return {type, n};
}

}  // namespace

ladder_input::ladder_input(const ladder_choice& choice, std::uint64_t default_n) {
  if (choice.file.empty()) {
    generated_ = generated(choice.input.type().value_or(dtype::int32), choice.n.value_or(default_n));
    view_ = generated_->view();
  } else {
    view_ = first_of(choice);
    if (view_.type() == dtype::float32) magnitude_ = magnitude_of<float>(view_);
    if (view_.type() == dtype::float64) magnitude_ = magnitude_of<double>(view_);
  }
}

array_view ladder_input::first_of(const ladder_choice& choice) {
  file_ = choice.input.open(choice.file);
  const dtype type = file_->type();
  if (const dtype asked = choice.input.result_dtype(*file_).value_or(type); asked != type) {
    throw error(
        fmt::format("{}: dtype is {}, expected {} as --dtype says", file_->name(), name_of(type), name_of(asked)));
  }
  if (std::find(ladder_dtypes.begin(), ladder_dtypes.end(), type) == ladder_dtypes.end()) {
    throw error(
        fmt::format("{}: dtype is {}, expected int32, int64, float32 or float64", file_->name(), name_of(type)));
  }
  file_->for_each_piece([&](const array_view& piece) {
    const std::vector<std::byte> bytes = packed(piece);
    gathered_.insert(gathered_.end(), bytes.begin(), bytes.end());
  });
  const std::uint64_t found = gathered_.size() / size_of(type);
  const std::uint64_t n = choice.n.value_or(found);
  if (n > found) throw error(fmt::format("{}: found {} elements, expected at least {}", file_->name(), found, n));
  return {type, gathered_.data(), {static_cast<std::int64_t>(n)}};
}

scalar ladder_input::exact_sum() const {
  options choice;
  choice.result_dtype = view_.type();
  choice.overflow = overflow::wrap;
  return reduce(op::sum, view_, choice).values.front();
}

double ladder_input::tolerance(std::uint64_t additions_in_sequence) const {
  const double unit = view_.type() == dtype::float32 ? std::numeric_limits<float>::epsilon() / 2.0
                                                     : std::numeric_limits<double>::epsilon() / 2.0;
  return static_cast<double>(static_cast<double>(additions_in_sequence + 1) * unit * magnitude_);
}

bool agree(const scalar& found, const scalar& exact, double tolerance) {
  if (to_string(found) == to_string(exact)) return true;
  if (!is_float(exact.type())) return false;
  const double distance = std::abs(as_double(found) - as_double(exact));
  return std::isfinite(distance) && distance <= tolerance;
}

}  // namespace warpfold::tools
