// Exact dot products and Euclidean norms on the CPU, from exact products. One object a thread; merge() brings threads
// together.
#pragma once

#include <complex>
#include <cstddef>
#include <optional>

#include "warpfold/reduce/cpu/exact_entry.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"

namespace warpfold::exact {

template <floating T>
class dot {
 public:
  // Adds `count` products of an element of each run, at any alignment.
  void add(const void* a, const void* b, std::size_t count) { gather_products<T>(gathered_, a, b, count); }
  // Adds the squares of a run.
  void add_squares(const void* elements, std::size_t count) { gather_squares<T>(gathered_, elements, count); }
  void merge(const dot& other) { gathered_.merge(other.gathered_); }
  void merge(const product_accumulator& other) { gathered_.merge_sum(other); }

  auto value() const { return gathered_.value(); }
  std::optional<scaled_integer> short_value() const { return gathered_.short_value(); }
  // The sum of the products, correctly rounded.
  template <floating Result = T>
  Result round() const {
    return gathered_.template round<Result>();
  }
  // Of squares: the square root of their sum, correctly rounded. (For complex numbers, add real and imaginary parts.)
  template <floating Result = T>
  Result norm() const {
    return gathered_.template norm<Result>();
  }

 private:
  product_gathering<T> gathered_;
};

// Σ a b of complex numbers of components T, without conjugation.
template <floating T>
class complex_dot {
 public:
  // Adds `count` products of an element std::complex<T> of each run, at any alignment.
  void add(const void* a, const void* b, std::size_t count);
  void merge(const complex_dot& other) { merge(other.real_, other.imaginary_); }
  template <class Sum>
  void merge(const Sum& real, const Sum& imaginary) {
    real_.merge(real);
    imaginary_.merge(imaginary);
  }

  const dot<T>& real() const { return real_; }
  const dot<T>& imaginary() const { return imaginary_; }
  template <floating Result = T>
  std::complex<Result> round() const {
    return {real_.template round<Result>(), imaginary_.template round<Result>()};
  }

 private:
  dot<T> real_;
  dot<T> imaginary_;
};

template <floating T>
void complex_dot<T>::add(const void* a, const void* b, std::size_t count) {
  constexpr std::size_t piece = 512;
  const auto* first = static_cast<const unsigned char*>(a);
  const auto* second = static_cast<const unsigned char*>(b);
  for (std::size_t done = 0; done < count; done += piece) {
    const std::size_t size = count - done < piece ? count - done : piece;
    const std::size_t offset = 2 * sizeof(T) * done;
    split_complex<T>(first + offset, size, [&](const T* a_real, const T* a_imaginary, std::size_t n) {
      split_complex<T>(second + offset, size, [&](const T* b_real, const T* b_imaginary, std::size_t) {
        T a_negated[piece];
        for (std::size_t i = 0; i < n; ++i) {
          using format = float_format<T>;
          a_negated[i] =
              from_bits<T>(static_cast<typename format::bits_type>(bits_of(a_imaginary[i]) ^ format::sign_bit));
        }
        real_.add(a_real, b_real, n);
        real_.add(a_negated, b_imaginary, n);
        imaginary_.add(a_real, b_imaginary, n);
        imaginary_.add(a_imaginary, b_real, n);
      });
    });
  }
}

}  // namespace warpfold::exact
