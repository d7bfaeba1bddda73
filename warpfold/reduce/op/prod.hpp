// prod: of integers exact, an error or modulo 2^bits where the result type cannot hold it; of floats and complex
// numbers with a double-double significand and the exponent apart, so that nothing overflows on the way.
#pragma once

#include <cmath>
#include <limits>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/number/scaled.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

// Of integers, exact up to 128 bits and modulo 2^64 beyond.
template <std::integral T>
class prod {
 public:
  using element_type = T;
  struct state {
    uint128 magnitude = 1;  // of the product of the elements that are not zero; 0: it needs more than 128 bits
    std::uint64_t modular = 1;
    bool negative = false;
    bool zero = false;
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = sum_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = std::integral<R> && !std::same_as<R, bool>;

  constexpr explicit prod(overflow mode) : overflow_(mode) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& product, T element, std::int64_t) const {
    const auto bits = static_cast<std::uint64_t>(element);
    const bool negative = element < T{};
    const auto size = static_cast<uint128>(negative ? -bits : bits);
    combine(product, {element == T{} ? 1 : size, bits, negative, element == T{}});
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    left.magnitude = product_or_zero(left.magnitude, right.magnitude);
    left.modular *= right.modular;
    left.negative = left.negative != right.negative;
    left.zero = left.zero || right.zero;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& product, std::int64_t) const {
    if (product.zero) return 0;
    const int192 size = int192::from_unsigned(product.magnitude);
    if (product.magnitude != 0) return finish_integer<R>(product.negative ? size.negated() : size, overflow_, "prod");
#ifndef __CUDA_ARCH__  // where nobody could be told
    if (overflow_ == overflow::error) {
      throw error(std::string("prod is ") + (product.negative ? "below -2^128" : "2^128 or more") +
                  ", which does not fit " + std::string(name_of(dtype_of<R>)));
    }
#endif
    return static_cast<R>(product.modular);
  }

 private:
  // a * b, or 0 if that needs more than 128 bits.
  WARPFOLD_HOST_DEVICE static constexpr uint128 product_or_zero(uint128 a, uint128 b) {
    const uint128 high_a = a >> 64;
    const uint128 high_b = b >> 64;
    if (high_a == 0 && high_b == 0) return a * b;
    if (high_a != 0 && high_b != 0) return 0;
    const uint128 low_a = static_cast<std::uint64_t>(a);
    const uint128 low_b = static_cast<std::uint64_t>(b);
    const uint128 upper = high_a * low_b + high_b * low_a + (low_a * low_b >> 64);
    return upper >> 64 != 0 ? 0 : a * b;
  }

  overflow overflow_;
};

// Of real numbers to a float. Each multiplication is within 7 u² of its value, u = 2^-53, so that before the one
// rounding the relative error is at most n 7 u² / (1 - n 7 u²): below n 2^-103.
template <real_element T>
class floating_prod {
 public:
  using element_type = T;
  struct state {
    scaled product;      // of the elements that are finite and not zero
    double special = 1;  // the product of the others
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = sum_result_t<T>;  // of integers: the caller has picked a float
  static constexpr warpfold::laws laws{.associative = false, .skips_nan = true};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  constexpr explicit floating_prod(nan_mode nan) : nan_(nan) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& product, T element, std::int64_t) const {
    scaled factor{widen(element), 0};
    const double value = factor.significand.high;
    if (value == 0 || value - value != 0) {
      if (value == value || nan_ == nan_mode::propagate) product.special *= value;
      return;
    }
    factor.normalize();
    multiply(product.product, factor);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    multiply(left.product, right.product);
    left.special *= right.special;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& product, std::int64_t) const {
    const scaled& finite = product.product;
    if (product.special != product.special) return canonical_nan<R>();
    if (product.special != 1)
      return static_cast<R>(static_cast<float>(std::copysign(1, finite.significand.high) * product.special));
    return round_to<R>(finite.significand, finite.exponent);
  }

 private:
  WARPFOLD_HOST_DEVICE static constexpr void multiply(scaled& product, const scaled& factor) {
    product.significand = product.significand * factor.significand;
    product.exponent += factor.exponent;
    product.normalize();
  }

  nan_mode nan_;
};

// Of complex numbers. Each multiplication is within 2^-101 |product| of its value, so that before the one rounding of
// each part the error is at most n 2^-101 |product|. A part that is not finite makes both parts of the product NaN.
template <class T>
class complex_prod {
 public:
  using element_type = std::complex<T>;
  struct state {
    double_double real{1, 0};
    double_double imaginary;
    std::int64_t exponent = 0;
    bool nan = false;
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = std::complex<T>;
  static constexpr warpfold::laws laws{.associative = false, .skips_nan = true};
  template <class R>
  static constexpr bool gives = complex_element<R>;

  constexpr explicit complex_prod(nan_mode nan) : nan_(nan) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& product, std::complex<T> element, std::int64_t) const {
    const auto real = static_cast<double>(element.real());
    const auto imaginary = static_cast<double>(element.imag());
    const bool nan = real != real || imaginary != imaginary;
    if (nan && nan_ == nan_mode::skip) return;
    if (nan || real - real != 0 || imaginary - imaginary != 0) {
      product.nan = true;
      return;
    }
    state factor{{real, 0}, {imaginary, 0}, 0, false};
    normalize(factor);
    combine(product, factor);
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    const double_double real = left.real * right.real - left.imaginary * right.imaginary;
    const double_double imaginary = left.real * right.imaginary + left.imaginary * right.real;
    left = {real, imaginary, left.exponent + right.exponent, left.nan || right.nan};
    normalize(left);
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& product, std::int64_t) const {
    using part = typename R::value_type;
    if (product.nan) return {canonical_nan<part>(), canonical_nan<part>()};
    return {round_to<part>(product.real, product.exponent), round_to<part>(product.imaginary, product.exponent)};
  }

 private:
  // Moves the exponent of the greater part out; a part below 2^-1000 of the other counts as zero.
  WARPFOLD_HOST_DEVICE static constexpr void normalize(state& product) {
    scaled real{product.real, 0};
    scaled imaginary{product.imaginary, 0};
    const bool no_real = real.significand.high == 0;
    const bool no_imaginary = imaginary.significand.high == 0;
    if (no_real && no_imaginary) {
      product.exponent = 0;
      return;
    }
    real.normalize();
    imaginary.normalize();
    const bool real_leads = no_imaginary || (!no_real && real.exponent >= imaginary.exponent);
    const std::int64_t exponent = real_leads ? real.exponent : imaginary.exponent;
    product.real = no_real ? double_double{} : scaled_down(real, exponent);
    product.imaginary = no_imaginary ? double_double{} : scaled_down(imaginary, exponent);
    product.exponent += exponent;
  }
  WARPFOLD_HOST_DEVICE static constexpr double_double scaled_down(const scaled& part, std::int64_t exponent) {
    const std::int64_t shift = part.exponent - exponent;
    if (shift < -1000) return {};
    const double factor = power_of_two(static_cast<int>(shift));
    return {part.significand.high * factor, part.significand.low * factor};
  }

  nan_mode nan_;
};

template <element T, class Use>
auto with_prod(const options& choice, Use use) {
  if constexpr (complex_element<T>) {
    return use(complex_prod<typename T::value_type>(choice.nan));
  } else if constexpr (floating_element<T>) {
    return use(floating_prod<T>(choice.nan));
  } else {
    const bool to_float = choice.result_dtype && category_of(*choice.result_dtype) == dtype_category::floating;
    if (to_float) return use(floating_prod<T>(choice.nan));
    return use(prod<T>(choice.overflow));
  }
}

}  // namespace warpfold::operators
