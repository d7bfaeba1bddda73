// norm: of order one Σ|x|, two √Σ|x|², or infinity max|x|. Exact and rounded once, but for the moduli of complex
// numbers in the orders one and infinity, which carry 100 bits; or, if fast, in double precision. NaN wins; the norm of
// no elements is 0.
#pragma once

#include <cmath>
#include <limits>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/fast.hpp"
#include "warpfold/reduce/number/modulus.hpp"
#include "warpfold/reduce/number/total.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::operators {

template <element T>
class norm_one {
 public:
  using element_type = T;
  using state = total<T>;
  using result_type = real_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& sum, T element, std::int64_t) const { sum.add_magnitude(element); }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left.merge(right); }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& sum, std::int64_t) const {
    return finish_sum<R>(sum.number());
  }
};

template <element T>
class norm_two {
 public:
  using element_type = T;
  using state = product_total<real_part_t<T>>;
  using result_type = real_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& squares, T element, std::int64_t) const {
    if constexpr (complex_element<T>) {
      squares.add(element.real(), element.real());
      squares.add(element.imag(), element.imag());
    } else {
      squares.add(element, element);
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const { left.merge(right); }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& squares, std::int64_t) const {
    return finish_norm<R>(squares.number());
  }
};

template <ordered_element T>
class norm_infinity {
 public:
  using element_type = T;
  using state = magnitude_t<T>;  // the greatest magnitude; a NaN exceeds every other
  using result_type = real_result_t<T>;
  static constexpr warpfold::laws laws{};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return 0; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& greatest, T element, std::int64_t) const {
    combine(greatest, magnitude_of(element));
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    if (right > left) left = right;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& greatest, std::int64_t) const {
    if constexpr (std::integral<T>) {
      return finish_sum<R>(int192::from_unsigned(greatest));
    } else {
      return from_fast<R>(static_cast<double>(std::bit_cast<T>(greatest)));
    }
  }
};

// Σ|z|, in the order of fixed_order.hpp. Each addition and each modulus is within 2^-100 of its value, so that before
// the one rounding the relative error is at most (n + 1) 2^-100.
template <class T>
class norm_one<std::complex<T>> {
 public:
  using element_type = std::complex<T>;
  struct state {
    scaled sum{{0, 0}, 0};
    bool infinite = false;
    bool nan = false;
    friend bool operator==(const state&, const state&) = default;
  };
  using result_type = T;
  static constexpr warpfold::laws laws{.associative = false, .skips_nan = true};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  constexpr explicit norm_one(nan_mode nan) : nan_(nan) {}

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE void absorb(state& moduli, std::complex<T> element, std::int64_t) const {
    if (classify(moduli, element)) moduli.sum = add_magnitudes(moduli.sum, modulus(element));
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    left.sum = add_magnitudes(left.sum, right.sum);
    left.infinite |= right.infinite;
    left.nan |= right.nan;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& moduli, std::int64_t) const {
    if (moduli.nan) return canonical_nan<R>();
    if (moduli.infinite) return detail::infinity_of<R>;
    return round_to<R>(moduli.sum.significand, moduli.sum.exponent);
  }

 protected:
  // Whether both parts are finite; notes what they are if not.
  WARPFOLD_HOST_DEVICE bool classify(state& moduli, std::complex<T> element) const {
    const bool nan = element.real() != element.real() || element.imag() != element.imag();
    if (nan && nan_ == nan_mode::skip) return false;
    const bool infinite = std::fabs(element.real()) == std::numeric_limits<T>::infinity() ||
                          std::fabs(element.imag()) == std::numeric_limits<T>::infinity();
    moduli.nan |= nan;
    moduli.infinite |= infinite;
    return !nan && !infinite;
  }

 private:
  nan_mode nan_;
};

// max|z| of moduli within 2^-100.
template <class T>
class norm_infinity_complex : public norm_one<std::complex<T>> {
 public:
  using typename norm_one<std::complex<T>>::state;
  static constexpr warpfold::laws laws{.skips_nan = true};
  using norm_one<std::complex<T>>::norm_one;

  WARPFOLD_HOST_DEVICE void absorb(state& greatest, std::complex<T> element, std::int64_t) const {
    if (this->classify(greatest, element)) take(greatest.sum, modulus(element));
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    take(left.sum, right.sum);
    left.infinite |= right.infinite;
    left.nan |= right.nan;
  }

 private:
  WARPFOLD_HOST_DEVICE static constexpr void take(scaled& greatest, const scaled& candidate) {
    if (candidate.significand.high == 0) return;
    const bool above = candidate.exponent == greatest.exponent ? greatest.significand < candidate.significand
                                                               : greatest.exponent < candidate.exponent;
    if (greatest.significand.high == 0 || above) greatest = candidate;
  }
};

// √Σ|x|² in double precision, in the order of fixed_order.hpp, with squares of large and of small elements scaled and
// summed apart so that nothing overflows or underflows on the way: Blue, "A portable Fortran program to find the
// Euclidean norm of a vector", 1978. Its relative error is at most half the fast sum's bound and two roundings.
template <element T>
class fast_norm_two {
 public:
  using element_type = T;
  struct state {
    double large = 0;  // Σ (x 2^-600)² of |x| >= 2^500
    double usual = 0;
    double small = 0;  // Σ (x 2^600)² of |x| < 2^-450
  };
  using result_type = real_result_t<T>;
  static constexpr warpfold::laws laws{.associative = false};
  template <class R>
  static constexpr bool gives = floating_element<R>;

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {}; }
  WARPFOLD_HOST_DEVICE void absorb(state& squares, T element, std::int64_t) const {
    if constexpr (complex_element<T>) {
      add_square(squares, static_cast<double>(element.real()));
      add_square(squares, static_cast<double>(element.imag()));
    } else {
      add_square(squares, static_cast<double>(element));
    }
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    left.large += right.large;
    left.usual += right.usual;
    left.small += right.small;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& squares, std::int64_t) const {
    if (squares.large != 0) {
      const double usual = squares.usual * 0x1p-600 * 0x1p-600;
      return scaled_root<R>(squares.large + usual, 600);
    }
    if (squares.small != 0 && squares.usual < 0x1p-700) {
      return scaled_root<R>(squares.small + squares.usual * 0x1p600 * 0x1p600, -600);
    }
    return from_fast<R>(std::sqrt(squares.usual));
  }

 private:
  WARPFOLD_HOST_DEVICE static void add_square(state& squares, double value) {
    const double size = std::fabs(value);
    if (sizeof(real_part_t<T>) < sizeof(double)) {
      squares.usual += value * value;  // of any narrower type fits
    } else if (size >= 0x1p500) {
      squares.large += (value * 0x1p-600) * (value * 0x1p-600);
    } else if (size < 0x1p-450) {
      squares.small += (value * 0x1p600) * (value * 0x1p600);
    } else {
      squares.usual += value * value;  // NaN too
    }
  }
  // √squares * 2^exponent, without a rounding to double between.
  template <class R>
  WARPFOLD_HOST_DEVICE static R scaled_root(double squares, std::int64_t exponent) {
    const double root = std::sqrt(squares);
    return std::isfinite(root) ? round_to<R>(double_double{root, 0}, exponent) : from_fast<R>(root);
  }
};

// As fast_sum.
template <floating_element T>
class fast_norm_one : public fast_sum<T> {
 public:
  WARPFOLD_HOST_DEVICE void absorb(double& sum, T element, std::int64_t) const {
    sum += std::fabs(static_cast<double>(element));
  }
};

template <element T, class Use>
auto with_norm(const options& choice, Use use) {
  const bool fast = choice.accuracy == accuracy::fast;
  switch (choice.order) {
    case norm_order::one:
      if constexpr (floating_element<T>) {
        if (fast) return use(fast_norm_one<T>());
      }
      if constexpr (complex_element<T>) {
        return use(norm_one<T>(choice.nan));
      } else {
        return use(norm_one<T>());
      }
    case norm_order::two:
      if constexpr (!std::integral<T>) {
        if (fast) return use(fast_norm_two<T>());
      }
      return use(norm_two<T>());
    case norm_order::infinity:
      if constexpr (complex_element<T>) {
        return use(norm_infinity_complex<typename T::value_type>(choice.nan));
      } else {
        return use(norm_infinity<T>());
      }
  }
  throw error("unknown norm order");
}

}  // namespace warpfold::operators
