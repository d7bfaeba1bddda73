// Exact sums on the CPU: Σ x and Σ |x| of runs of elements. One object a thread; merge() brings threads together. The
// result does not depend on how the elements are cut into runs, spread over threads, aligned or ordered.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "warpfold/reduce/cpu/exact_entry.hpp"

namespace warpfold::exact {

template <floating T>
class sum {
 public:
  // Adds `count` elements of type T that lie one after another, at any alignment.
  void add(const void* elements, std::size_t count) { gather_sum<T>(gathered_, elements, count); }
  // Adds their absolute values.
  void add_magnitudes(const void* elements, std::size_t count) { gather_magnitudes<T>(gathered_, elements, count); }
  void merge(const sum& other) { gathered_.merge(other.gathered_); }
  void merge(const accumulator& other) { gathered_.merge_sum(other); }

  accumulator value() const { return gathered_.value(); }
  std::optional<scaled_integer> short_value() const { return gathered_.short_value(); }
  // The sum, correctly rounded.
  template <floating Result = T>
  Result round() const {
    return gathered_.template round<Result>();
  }
  // The sum divided by count, correctly rounded; NaN where count is 0.
  template <floating Result = T>
  Result mean(std::uint64_t count) const {
    return gathered_.template mean<Result>(count);
  }

 private:
  gathering<accumulator> gathered_;
};

// Calls consume(real parts, imaginary parts, how many) for a run of complex numbers at any alignment, piece by piece.
template <floating T, class Consume>
void split_complex(const void* elements, std::size_t count, Consume consume) {
  constexpr std::size_t piece = 1024;
  T real[piece];
  T imaginary[piece];
  const auto* bytes = static_cast<const unsigned char*>(elements);
  for (std::size_t done = 0; done < count; done += piece) {
    const std::size_t size = count - done < piece ? count - done : piece;
    for (std::size_t i = 0; i < size; ++i) {
      __builtin_memcpy(&real[i], bytes + 2 * sizeof(T) * (done + i), sizeof(T));
      __builtin_memcpy(&imaginary[i], bytes + 2 * sizeof(T) * (done + i) + sizeof(T), sizeof(T));
    }
    consume(static_cast<const T*>(real), static_cast<const T*>(imaginary), size);
  }
}

// The same for complex numbers of components T.
template <floating T>
class complex_sum {
 public:
  // Adds `count` elements of type std::complex<T> that lie one after another, at any alignment.
  void add(const void* elements, std::size_t count) {
    split_complex<T>(elements, count, [this](const T* real, const T* imaginary, std::size_t size) {
      real_.add(real, size);
      imaginary_.add(imaginary, size);
    });
  }
  void merge(const complex_sum& other) { merge(other.real_, other.imaginary_); }
  template <class Sum>
  void merge(const Sum& real, const Sum& imaginary) {
    real_.merge(real);
    imaginary_.merge(imaginary);
  }

  const sum<T>& real() const { return real_; }
  const sum<T>& imaginary() const { return imaginary_; }
  template <floating Result = T>
  std::complex<Result> round() const {
    return {real_.template round<Result>(), imaginary_.template round<Result>()};
  }
  template <floating Result = T>
  std::complex<Result> mean(std::uint64_t count) const {
    return {real_.template mean<Result>(count), imaginary_.template mean<Result>(count)};
  }

 private:
  sum<T> real_;
  sum<T> imaginary_;
};

}  // namespace warpfold::exact
