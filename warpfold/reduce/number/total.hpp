// Exact sums of elements, of their magnitudes, squares and products: integers in wide integers, floats in exact
// accumulators. number() is what finish.hpp takes, accumulated() an accumulator in any case.
#pragma once

#include <complex>
#include <concepts>

#include "warpfold/reduce/exact/accumulator.hpp"
#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/result_type.hpp"

namespace warpfold {

// Of elements.
template <class T>
struct total;
// Of products of two elements.
template <class T>
struct product_total;

template <std::integral T>
struct total<T> {
  int128 value = 0;  // 2^63 elements of 64 bits fit

  WARPFOLD_HOST_DEVICE constexpr void add(T element) { value += element; }
  WARPFOLD_HOST_DEVICE constexpr void add_magnitude(T element) {
    value += element < T{} ? -int128{element} : int128{element};
  }
  WARPFOLD_HOST_DEVICE constexpr void merge(const total& other) { value += other.value; }
  WARPFOLD_HOST_DEVICE int192 number() const { return value; }
  exact::accumulator accumulated() const { return warpfold::accumulated<exact::accumulator>(value); }
};

template <std::integral T>
struct product_total<T> {
  int192 value;

  WARPFOLD_HOST_DEVICE constexpr void add(T a, T b) {
    if constexpr (std::is_signed_v<T>) {
      value += int128{a} * b;
    } else {
      value += int192::from_unsigned(uint128{a} * b);
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void merge(const product_total& other) { value += other.value; }
  WARPFOLD_HOST_DEVICE const int192& number() const { return value; }
  exact::product_accumulator accumulated() const { return warpfold::accumulated<exact::product_accumulator>(value); }
};

template <floating_element T>
struct total<T> {
  exact::accumulator value;

  WARPFOLD_HOST_DEVICE constexpr void add(T element) { value.deposit(element); }
  WARPFOLD_HOST_DEVICE constexpr void add_magnitude(T element) {
    using format = exact::float_format<T>;
    const auto bits = exact::bits_of(element);
    value.deposit(exact::from_bits<T>(static_cast<typename format::bits_type>(bits & ~format::sign_bit)));
  }
  WARPFOLD_HOST_DEVICE constexpr void merge(const total& other) { value.merge(other.value); }
  WARPFOLD_HOST_DEVICE const exact::accumulator& number() const { return value; }
  const exact::accumulator& accumulated() const { return value; }
};

template <floating_element T>
struct product_total<T> {
  exact::product_accumulator value;

  WARPFOLD_HOST_DEVICE constexpr void add(T a, T b) { value.deposit_product(a, b); }
  WARPFOLD_HOST_DEVICE constexpr void merge(const product_total& other) { value.merge(other.value); }
  WARPFOLD_HOST_DEVICE const exact::product_accumulator& number() const { return value; }
  const exact::product_accumulator& accumulated() const { return value; }
};

template <class T>
struct total<std::complex<T>> {
  total<T> real;
  total<T> imaginary;

  WARPFOLD_HOST_DEVICE constexpr void add(std::complex<T> element) {
    real.add(element.real());
    imaginary.add(element.imag());
  }
  WARPFOLD_HOST_DEVICE constexpr void merge(const total& other) {
    real.merge(other.real);
    imaginary.merge(other.imaginary);
  }
};

template <class T>
struct product_total<std::complex<T>> {
  product_total<T> real;
  product_total<T> imaginary;

  WARPFOLD_HOST_DEVICE constexpr void add(std::complex<T> a, std::complex<T> b) {
    real.add(a.real(), b.real());
    real.add(-a.imag(), b.imag());
    imaginary.add(a.real(), b.imag());
    imaginary.add(a.imag(), b.real());
  }
  WARPFOLD_HOST_DEVICE constexpr void merge(const product_total& other) {
    real.merge(other.real);
    imaginary.merge(other.imaginary);
  }
};

}  // namespace warpfold
