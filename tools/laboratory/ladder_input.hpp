// The numbers that the ladder sums, on the host, and their exact sum.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "ladder/data.hpp"
#include "tools/laboratory/ladder_choice.hpp"
#include "warpfold/base/array_view.hpp"
#include "warpfold/base/scalar.hpp"
#include "warpfold/files/array_file.hpp"

namespace warpfold::tools {

class ladder_input {
 public:
  // The first n numbers of the user's file, or as many generated ones. Throws warpfold::error where the file holds
  // fewer, or another dtype than the ladder's, and where memory does not hold so many.
  ladder_input(const ladder_choice& choice, std::uint64_t default_n);

  const array_view& view() const { return view_; }
  // The exact sum, in the array's dtype: modulo 2^bits for integers, rounded once for floats.
  scalar exact_sum() const;
  // How far a float sum may be off, where an element is added to others so many times in sequence; 0 for integers, and
  // for generated numbers, whose every partial sum is exact.
  double tolerance(std::uint64_t additions_in_sequence) const;

 private:
  array_view first_of(const ladder_choice& choice);

  std::unique_ptr<files::array_file> file_;
  std::vector<std::byte> gathered_;
  std::optional<ladder::data> generated_;
  array_view view_;
  long double magnitude_ = 0;  // the sum of absolute values, which may be beyond double, where sums are rounded
};

// Whether `found` is the exact sum, or near enough. What is not finite is near nothing.
bool agree(const scalar& found, const scalar& exact, double tolerance);

}  // namespace warpfold::tools
