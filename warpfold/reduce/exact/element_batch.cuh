// Elements as a lane holds them between memory and arithmetic: packed, as they came.
#pragma once

#include <bit>
#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"

namespace warpfold::exact {

// A complex element.
template <floating T>
struct complex_parts {
  T real;
  T imaginary;
};

// So many floats.
template <floating T, int Count>
class packed_floats {
 public:
  __device__ T get(int i) const {
    if constexpr (sizeof(T) == 2) {
      return std::bit_cast<T>(static_cast<std::uint16_t>(word_[i / 2] >> (i % 2 * 16)));
    } else if constexpr (sizeof(T) == 4) {
      return std::bit_cast<T>(word_[i]);
    } else {
      return std::bit_cast<T>(std::uint64_t{word_[2 * i + 1]} << 32 | word_[2 * i]);
    }
  }
  __device__ void set(int i, T value) {
    const auto bits = bits_of(value);
    if constexpr (sizeof(T) == 2) {
      const int shift = i % 2 * 16;
      word_[i / 2] = (word_[i / 2] & ~(0xffffu << shift)) | std::uint32_t{bits} << shift;
    } else if constexpr (sizeof(T) == 4) {
      word_[i] = bits;
    } else {
      word_[2 * i] = static_cast<std::uint32_t>(bits);
      word_[2 * i + 1] = static_cast<std::uint32_t>(bits >> 32);
    }
  }
  // 16 bytes of them, from 16 · pack bytes on.
  __device__ void set_pack(int pack, uint4 bits) {
    word_[4 * pack] = bits.x;
    word_[4 * pack + 1] = bits.y;
    word_[4 * pack + 2] = bits.z;
    word_[4 * pack + 3] = bits.w;
  }

 private:
  std::uint32_t word_[Count * sizeof(T) / 4] = {};
};

// So many elements, real or complex.
template <class T, int Count>
class packed_elements : public packed_floats<T, Count> {
 public:
  __device__ T operator[](int i) const { return this->get(i); }
};
template <class T, int Count>
class packed_elements<complex_parts<T>, Count> : public packed_floats<T, 2 * Count> {
 public:
  using floats = packed_floats<T, 2 * Count>;

  __device__ complex_parts<T> operator[](int i) const { return {floats::get(2 * i), floats::get(2 * i + 1)}; }
  __device__ void set(int i, complex_parts<T> value) {
    floats::set(2 * i, value.real);
    floats::set(2 * i + 1, value.imaginary);
  }
};

// Zeros of either sign.
template <class T>
struct zero_of {
  static __device__ T positive() { return from_bits<T>(0); }
  static __device__ T negative() { return from_bits<T>(float_format<T>::sign_bit); }
};
template <class T>
struct zero_of<complex_parts<T>> {
  static __device__ complex_parts<T> positive() { return {zero_of<T>::positive(), zero_of<T>::positive()}; }
  static __device__ complex_parts<T> negative() { return {zero_of<T>::negative(), zero_of<T>::negative()}; }
};

// What a lane loads at once: so many elements of one array, or of two in step. Elements may be absent, where an array
// ends; an absent real element is -0, an absent pair of them multiplies to -0.
template <class T, int Elements>
struct element_batch {
  using element = T;
  static constexpr int size = Elements;
  static constexpr int arrays = 1;
  packed_elements<T, Elements> a;

  __device__ void set_absent(int i) { a.set(i, zero_of<T>::negative()); }
  __device__ void set_present(int) {}
};
template <class T, int Elements>
struct pair_batch {
  using element = T;
  static constexpr int size = Elements;
  static constexpr int arrays = 2;
  packed_elements<T, Elements> a;
  packed_elements<T, Elements> b;

  __device__ void set_absent(int i) {
    a.set(i, zero_of<T>::negative());
    b.set(i, zero_of<T>::positive());
    absent_ |= 1u << i;
  }
  __device__ void set_present(int i) { absent_ &= ~(1u << i); }
  __device__ bool is_absent(int i) const { return (absent_ >> i & 1) != 0; }

 private:
  std::uint32_t absent_ = 0;
};

}  // namespace warpfold::exact
