// What is summed exactly: terms, floats or doubles that a batch of elements gives, without rounding.
//
// A class of terms has
//   term                        float or double
//   batch                       what a lane loads at once: elements of one array, or of two in step
//   count                       terms of a lane's batch, an even number
//   power_of_single             1 or 2 where a float tells how large a term is: single(batch, i), to this power; it may
//                               be rounded, and over- or underflow. 0 otherwise
//   terms_of_value              terms that are one value: 1, or 2 for a product and what was rounded off it
//   precision                   bits of a value at most
//   least_unit                  terms that compute() trusts are multiples of 2^least_unit
//   greatest_exponent           terms that are finite are below 2^greatest_exponent
//   parts                       sums: 1, or 2 where even lanes' terms are one sum's and odd lanes' another's
//   total                       what a part is gathered in
//   compute(batch, terms)       the terms; false where one of them may not be the element's, as where a product
//                               underflows
//   resolve(batch, choice, terms, total)   what compute() gave, looked at carefully: terms that are not finite or not
//   to
//                               be trusted go to `total`, elements to be left out are counted there, and -0, which adds
//                               nothing, takes their place
// All lanes of a warp must call compute() and resolve().
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "warpfold/base/bfloat16.hpp"
#include "warpfold/base/float16.hpp"
#include "warpfold/reduce/exact/element_batch.cuh"
#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/shared_total.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"

namespace warpfold::exact {

// Finite numbers are below 2^greatest_exponent.
template <floating T>
inline constexpr int greatest_exponent = sizeof(T) == 8               ? 1024
                                         : std::is_same_v<T, float16> ? 16
                                                                      : 128;

// What the caller has chosen.
struct term_choice {
  bool skip_nan;  // elements that are NaN, or have a NaN part, are left out and counted
  bool integers;  // floats are summed without doubles
};

// An element as a Term, a float or a double, that holds it exactly.
template <class Term, floating T>
__device__ Term widened(T value) {
  if constexpr (std::is_same_v<T, float16>) {
    float single;
    asm("cvt.f32.f16 %0, %1;" : "=f"(single) : "h"(value.bits));
    return single;
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return std::bit_cast<float>(std::uint32_t{value.bits} << 16);
  } else {
    return static_cast<Term>(value);
  }
}

template <floating T>
__device__ bool has_nan_bits(T value) {
  using format = float_format<T>;
  return (bits_of(value) & static_cast<typename format::bits_type>(~format::sign_bit)) > format::infinity_bits;
}
template <floating T>
__device__ bool has_finite_bits(T value) {
  return (bits_of(value) & float_format<T>::infinity_bits) != float_format<T>::infinity_bits;
}

// The elements themselves, or their magnitudes.
template <class Term, floating T, int Elements, bool Magnitudes>
struct element_terms {
  using term = Term;
  using batch = element_batch<T, Elements>;
  using total = shared_total<accumulator>;
  static constexpr int count = Elements;
  static constexpr int power_of_single = sizeof(T) < sizeof(double) ? 1 : 0;
  static constexpr int terms_of_value = 1;
  static constexpr int precision = float_format<T>::precision;
  static constexpr int least_unit = float_format<T>::least_exponent;
  static constexpr int greatest_exponent = exact::greatest_exponent<T>;
  static constexpr int parts = 1;

  __device__ static bool compute(const batch& loaded, term (&terms)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const term value = widened<term>(loaded.a[i]);
      terms[i] = Magnitudes ? abs(value) : value;
    }
    return true;
  }
  __device__ static float single(const batch& loaded, int i) {
    return widened<float>(loaded.a[i]);
  }
  __device__ static void resolve(const batch& loaded, term_choice choice, term (&terms)[count], total& own) {
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < count; ++i) {
      if (has_finite_bits(loaded.a[i])) continue;
      if (choice.skip_nan && has_nan_bits(loaded.a[i])) {
        ++left_out;
      } else {
        own.deposit(terms[i]);
      }
      terms[i] = -term{0};
    }
    own.count_left_out(left_out);
  }
};

// The real and the imaginary parts of complex elements: even lanes hold real parts, odd lanes imaginary ones, their own
// elements' and their neighbour's.
template <class Term, floating T, int Elements>
struct part_terms {
  using term = Term;
  using batch = element_batch<complex_parts<T>, Elements>;
  using total = shared_total<accumulator>;
  static constexpr int count = 2 * Elements;
  static constexpr int power_of_single = 0;
  static constexpr int terms_of_value = 1;
  static constexpr int precision = float_format<T>::precision;
  static constexpr int least_unit = float_format<T>::least_exponent;
  static constexpr int greatest_exponent = exact::greatest_exponent<T>;
  static constexpr int parts = 2;

  __device__ static bool compute(const batch& loaded, term (&terms)[count]) {
    const bool odd = threadIdx.x % 2 == 1;
#pragma unroll
    for (int i = 0; i < Elements; ++i) {
      const complex_parts<T> element = loaded.a[i];
      terms[2 * i] = odd ? element.imaginary : element.real;
      terms[2 * i + 1] = __shfl_xor_sync(every_lane, odd ? element.real : element.imaginary, 1);
    }
    return true;
  }
  __device__ static void resolve(const batch& loaded, term_choice choice, term (&terms)[count], total& own) {
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < Elements; ++i) {
      const complex_parts<T> element = loaded.a[i];
      const bool skipped = choice.skip_nan && (has_nan_bits(element.real) || has_nan_bits(element.imaginary));
      const bool neighbour_skipped = __shfl_xor_sync(every_lane, skipped, 1);
      if (skipped) ++left_out;
      resolve_term(terms[2 * i], skipped, own);
      resolve_term(terms[2 * i + 1], neighbour_skipped, own);
    }
    own.count_left_out(left_out);
  }

 private:
  __device__ static void resolve_term(term& value, bool skipped, total& own) {
    if (!skipped && has_finite_bits(value)) return;
    if (!skipped) own.deposit(value);
    value = -term{0};
  }
};

// Exact products in doubles: one each of narrow floats, and of doubles two, the rounded product and what was rounded
// off.
template <floating T>
struct product_of {
  static constexpr bool narrow = !std::is_same_v<T, double>;
  static constexpr int terms = narrow ? 1 : 2;
  static constexpr int precision = 2 * float_format<T>::precision;
  // Of doubles, what is rounded off is a double if the product is 2^-960 or more. A smaller one leaves something below
  // this unit, unless it is zero.
  static constexpr int least_unit = narrow ? 2 * float_format<T>::least_exponent : -960;
  static constexpr int greatest_exponent = narrow ? 2 * exact::greatest_exponent<T> : exact::greatest_exponent<T>;

  __device__ static void compute(T a, T b, double* terms) {
    compute_wide(widened<double>(a), widened<double>(b), terms);
  }
  __device__ static void compute_wide(double x, double y, double* terms) {
    const double product = __dmul_rn(x, y);
    terms[0] = product;
    if constexpr (!narrow) terms[1] = __fma_rn(x, y, -product);
  }
  // Whether the terms can be trusted, given that those that are not zero are multiples of 2^least_unit.
  __device__ static bool trusts(T a, T b, double product) {
    if constexpr (narrow) {
      return true;
    } else {
      return product != 0 || a == 0 || b == 0;
    }
  }
  // Bits of a magnitude, so many that none above this one's need be asked.
  static constexpr std::uint32_t trusted_magnitude = narrow ? 0 : (1023u - 960) << 20;
  __device__ static std::uint32_t magnitude_of(double product) {
    return static_cast<std::uint32_t>(bits_of(product) >> 32) & 0x7fffffff;
  }
  template <class Total>
  __device__ static void resolve(T a, T b, bool skipped, double* terms, Total& own) {
    const double product = terms[0];
    bool whole = has_finite_bits(product);
    if constexpr (!narrow) whole = whole && (fabs(product) >= 0x1p-960 || a == 0 || b == 0);
    if (whole && !skipped) {
      if constexpr (!narrow) {
        if (terms[1] == 0) terms[1] = -0.0;
      }
      return;
    }
    if (!skipped) own.deposit_product(a, b);
    for (int i = 0; i < product_of::terms; ++i) terms[i] = -0.0;
  }
};

// The products of elements' factors: see product_terms and square_terms.
template <floating T, class Batch>
struct factor_terms {
  using term = double;
  using batch = Batch;
  using total = shared_total<product_accumulator>;
  using product = product_of<T>;
  static constexpr int count = product::terms * Batch::size;
  static constexpr int power_of_single = !product::narrow ? 0 : Batch::arrays == 1 ? 2 : 1;
  static constexpr int terms_of_value = product::terms;
  static constexpr int precision = product::precision;
  static constexpr int least_unit = product::least_unit;
  static constexpr int greatest_exponent = product::greatest_exponent;
  static constexpr int parts = 1;

  // The factors of a product.
  __device__ static T first(const batch& loaded, int i) { return loaded.a[i]; }
  __device__ static T second(const batch& loaded, int i) {
    if constexpr (Batch::arrays == 2) {
      return loaded.b[i];
    } else {
      return loaded.a[i];
    }
  }
  __device__ static bool compute(const batch& loaded, double (&terms)[count]) {
    std::uint32_t least = ~0u;
#pragma unroll
    for (int i = 0; i < Batch::size; ++i) {
      product::compute(first(loaded, i), second(loaded, i), terms + i * product::terms);
      least = min(least, product::magnitude_of(terms[i * product::terms]));
    }
    if (least >= product::trusted_magnitude) return true;
    bool trusted = true;
#pragma unroll
    for (int i = 0; i < Batch::size; ++i) {
      trusted &= product::trusts(first(loaded, i), second(loaded, i), terms[i * product::terms]);
    }
    return trusted;
  }
  __device__ static float single(const batch& loaded, int i) {
    const auto factor = widened<float>(first(loaded, i));
    return power_of_single == 2 ? factor : __fmul_rn(factor, widened<float>(second(loaded, i)));
  }
  __device__ static void resolve(const batch& loaded, term_choice choice, double (&terms)[count], total& own) {
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < Batch::size; ++i) {
      const bool skipped = choice.skip_nan && (has_nan_bits(first(loaded, i)) || has_nan_bits(second(loaded, i)));
      if (skipped) ++left_out;
      product::resolve(first(loaded, i), second(loaded, i), skipped, terms + i * product::terms, own);
    }
    own.count_left_out(left_out);
  }
};

// The products of two arrays' elements.
template <floating T, int Elements>
using product_terms = factor_terms<T, pair_batch<T, Elements>>;
// The squares of elements.
template <floating T, int Elements>
using square_terms = factor_terms<T, element_batch<T, Elements>>;

// The squared moduli of complex elements: the squares of both parts.
template <floating T, int Elements>
struct modulus_terms {
  using term = double;
  using batch = element_batch<complex_parts<T>, Elements>;
  using total = shared_total<product_accumulator>;
  using product = product_of<T>;
  static constexpr int count = 2 * product::terms * Elements;
  static constexpr int power_of_single = 0;
  static constexpr int terms_of_value = product::terms;
  static constexpr int precision = product::precision;
  static constexpr int least_unit = product::least_unit;
  static constexpr int greatest_exponent = product::greatest_exponent;
  static constexpr int parts = 1;

  __device__ static bool compute(const batch& loaded, double (&terms)[count]) {
    bool trusted = true;
#pragma unroll
    for (int i = 0; i < Elements; ++i) {
      const complex_parts<T> element = loaded.a[i];
      double* const of_element = terms + 2 * i * product::terms;
      product::compute(element.real, element.real, of_element);
      product::compute(element.imaginary, element.imaginary, of_element + product::terms);
      trusted &= product::trusts(element.real, element.real, of_element[0]) &&
                 product::trusts(element.imaginary, element.imaginary, of_element[product::terms]);
    }
    return trusted;
  }
  __device__ static void resolve(const batch& loaded, term_choice choice, double (&terms)[count], total& own) {
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < Elements; ++i) {
      const complex_parts<T> element = loaded.a[i];
      const bool skipped = choice.skip_nan && (has_nan_bits(element.real) || has_nan_bits(element.imaginary));
      if (skipped) ++left_out;
      product::resolve(element.real, element.real, skipped, terms + 2 * i * product::terms, own);
      product::resolve(element.imaginary, element.imaginary, skipped, terms + (2 * i + 1) * product::terms, own);
    }
    own.count_left_out(left_out);
  }
};

// The products of two complex arrays' elements, not conjugated: even lanes hold the terms of real parts, odd lanes
// those of imaginary parts, of their own elements and of their neighbour's.
template <floating T, int Elements>
struct complex_product_terms {
  using term = double;
  using batch = pair_batch<complex_parts<T>, Elements>;
  using total = shared_total<product_accumulator>;
  using product = product_of<T>;
  static constexpr int count = 4 * product::terms * Elements;
  static constexpr int power_of_single = 0;
  static constexpr int terms_of_value = product::terms;
  static constexpr int precision = product::precision;
  static constexpr int least_unit = product::least_unit;
  static constexpr int greatest_exponent = product::greatest_exponent;
  static constexpr int parts = 2;

  __device__ static bool compute(const batch& loaded, double (&terms)[count]) {
    bool trusted = true;
#pragma unroll
    for (int i = 0; i < 2 * Elements; ++i) {
      const factors f = factors_of(loaded, i);
      double* const of_element = terms + 2 * i * product::terms;
      product::compute(f.a.real, f.first, of_element);
      product::compute(f.a.imaginary, f.second, of_element + product::terms);
      trusted &= product::trusts(f.a.real, f.first, of_element[0]) &&
                 product::trusts(f.a.imaginary, f.second, of_element[product::terms]);
      if (f.absent) {
        for (int k = 0; k < 2 * product::terms; ++k) of_element[k] = -0.0;
      }
    }
    return trusted;
  }
  __device__ static void resolve(const batch& loaded, term_choice choice, double (&terms)[count], total& own) {
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < 2 * Elements; ++i) {
      const factors f = factors_of(loaded, i);
      const bool skipped = choice.skip_nan && (has_nan_bits(f.a.real) || has_nan_bits(f.a.imaginary) ||
                                               has_nan_bits(f.first) || has_nan_bits(f.second));
      if (skipped && i % 2 == 0) ++left_out;
      if (f.absent) continue;
      double* const of_element = terms + 2 * i * product::terms;
      product::resolve(f.a.real, f.first, skipped, of_element, own);
      product::resolve(f.a.imaginary, f.second, skipped, of_element + product::terms, own);
    }
    own.count_left_out(left_out);
  }

 private:
  // What the lane multiplies: a.real by first, a.imaginary by second.
  struct factors {
    complex_parts<T> a;
    T first;
    T second;
    bool absent;
  };

  // Of element i / 2: the lane's own where i is even, the neighbour's where it is odd.
  __device__ static factors factors_of(const batch& loaded, int i) {
    complex_parts<T> a = loaded.a[i / 2];
    complex_parts<T> b = loaded.b[i / 2];
    bool absent = loaded.is_absent(i / 2);
    if (i % 2 == 1) {
      a.real = __shfl_xor_sync(every_lane, a.real, 1);
      a.imaginary = __shfl_xor_sync(every_lane, a.imaginary, 1);
      b.real = __shfl_xor_sync(every_lane, b.real, 1);
      b.imaginary = __shfl_xor_sync(every_lane, b.imaginary, 1);
      absent = __shfl_xor_sync(every_lane, absent, 1);
    }
    if (threadIdx.x % 2 == 1) return {a, b.imaginary, b.real, absent};
    return {{a.real, -a.imaginary}, b.real, b.imaginary, absent};
  }
};

}  // namespace warpfold::exact
