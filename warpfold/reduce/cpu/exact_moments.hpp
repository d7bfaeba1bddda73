// Exact variances on the CPU: Σ x and Σ x² in one pass over memory. One object a thread; merge() brings threads
// together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

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
    count_ += count;
  }
  void merge(const moments& other) {
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
    count_ += other.count_;
  }

  // Adds the sums over more elements. How many they were is not told, so that only the sums can be asked for then.
  void merge(const accumulator& sum, const product_accumulator& squares) {
    sum_.merge(sum);
    squares_.merge(squares);
  }

  // The two sums, exactly.
  auto sum_value() const { return sum_.value(); }
  auto squares_value() const { return squares_.value(); }
  // Correctly rounded; NaN where count - ddof ≤ 0.
  template <floating Result = T>
  Result variance(std::int64_t ddof) const {
    return exact::variance<Result>(sum_.value(), squares_.value(), count_, ddof);
  }
  template <floating Result = T>
  Result standard_deviation(std::int64_t ddof) const {
    return exact::standard_deviation<Result>(sum_.value(), squares_.value(), count_, ddof);
  }

 private:
  sum<T> sum_;
  dot<T> squares_;
  std::uint64_t count_ = 0;
};

}  // namespace warpfold::exact
