// Exact variances on the CPU: Σ x and Σ x² in one pass over memory. One object a thread; merge() brings threads
// together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"
#include "warpfold/reduce/exact/variance.hpp"

namespace warpfold::exact {

template <floating T>
class moments {
 public:
  // Adds `count` elements of type T that lie one after another, at any alignment.
  void add(const void* elements, std::size_t count) {
    constexpr std::size_t piece = 16384 / sizeof(T);  // stays in the first cache between the two uses
    const auto* bytes = static_cast<const unsigned char*>(elements);
    for (std::size_t done = 0; done < count; done += piece) {
      const std::size_t size = std::min(piece, count - done);
      sum_.add(bytes + done * sizeof(T), size);
      squares_.add_squares(bytes + done * sizeof(T), size);
    }
  }
  void merge(const moments& other) {
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
  }

  // Adds the sums over more elements.
  void merge(const accumulator& sum, const product_accumulator& squares) {
    sum_.merge(sum);
    squares_.merge(squares);
  }

  // The two sums, exactly.
  auto sum_value() const { return sum_.value(); }
  auto squares_value() const { return squares_.value(); }
  // Of `count` elements, correctly rounded; NaN where count - ddof ≤ 0.
  template <floating Result = T>
  Result variance(std::uint64_t count, std::int64_t ddof) const {
    if (const auto deviations = short_deviations(count, ddof)) return variance_of<Result>(*deviations, count, ddof);
    return exact::variance<Result>(sum_.value(), squares_.value(), count, ddof);
  }
  template <floating Result = T>
  Result standard_deviation(std::uint64_t count, std::int64_t ddof) const {
    if (const auto deviations = short_deviations(count, ddof))
      return standard_deviation_of<Result>(*deviations, count, ddof);
    return exact::standard_deviation<Result>(sum_.value(), squares_.value(), count, ddof);
  }

 private:
  // Squares of sums take four limbs, sums of squares times a count three, and moving one of them two and a bit more.
  static constexpr int short_limbs = 7;
  static constexpr int greatest_move = 128;

  std::optional<dyadic<short_limbs>> short_deviations(std::uint64_t count, std::int64_t ddof) const {
    const std::optional<scaled_integer> sum = sum_.short_value();
    const std::optional<scaled_integer> squares = squares_.short_value();
    if (!sum || !squares || !degrees_left(count, ddof)) return std::nullopt;
    if (std::abs(squares->exponent - 2 * sum->exponent) > greatest_move) return std::nullopt;
    return scaled_deviations<short_limbs>(dyadic_of(*sum), dyadic_of(*squares), count);
  }
  static dyadic<2> dyadic_of(const scaled_integer& value) {
    return {natural<2>(magnitude(value.integer)), value.exponent, value.integer < 0};
  }

  sum<T> sum_;
  dot<T> squares_;
};

}  // namespace warpfold::exact
