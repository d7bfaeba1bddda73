// Where the vector code of exact sums gets its numbers: runs of elements as vectors of doubles, exactly. (Compiled once
// for every instruction set: Highway includes this file again and again.)
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/fetch_ahead.hpp"
#include "warpfold/reduce/cpu/load_doubles.hpp"
#include "warpfold/reduce/exact/accumulator.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_SOURCES) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_SOURCES
#undef WARPFOLD_REDUCE_CPU_EXACT_SOURCES
#else
#define WARPFOLD_REDUCE_CPU_EXACT_SOURCES
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using doubles = hn::ScalableTag<double>;
using integers = hn::RebindToSigned<doubles>;
using double_vector = hn::Vec<doubles>;
using integer_vector = hn::Vec<integers>;

inline constexpr doubles as_doubles{};
inline constexpr integers as_integers{};

constexpr std::size_t lanes = hn::MaxLanes(doubles{});

HWY_INLINE integer_vector bits_in(double_vector x) {
  return hn::BitCast(as_integers, x);
}

HWY_INLINE bool all_zeros(double_vector x) {
  return hn::AllTrue(as_doubles, hn::Eq(x, hn::Zero(as_doubles)));
}

using cpu::HWY_NAMESPACE::load_doubles;

// A run of elements at any alignment, a whole number of vectors of doubles.
template <floating T>
class run {
 public:
  run(const void* elements, std::size_t count)
      : elements_(static_cast<const unsigned char*>(elements)), count_(count) {}
  std::size_t count() const { return count_; }

  HWY_INLINE double_vector load(std::size_t vector) const {
    return load_doubles(reinterpret_cast<const T*>(address(vector * lanes)));
  }
  // When `Vectors` vectors from this one on are about to be loaded.
  template <std::size_t Vectors>
  HWY_INLINE void fetch_ahead(std::size_t vector) const {
    cpu::HWY_NAMESPACE::fetch_ahead<Vectors * lanes * sizeof(T)>(address(vector * lanes));
  }
  HWY_INLINE const unsigned char* address(std::size_t index) const { return elements_ + index * sizeof(T); }
  T operator[](std::size_t index) const {
    T value;
    std::memcpy(&value, address(index), sizeof(T));
    return value;
  }

 private:
  const unsigned char* elements_;
  std::size_t count_;
};

// The last elements of a run, fewer than a vector, filled up with a padding.
template <floating T>
class padded_vector {
 public:
  padded_vector(const void* elements, std::size_t count, typename float_format<T>::bits_type padding) {
    bits_.fill(padding);
    std::memcpy(bits_.data(), elements, count * sizeof(T));
  }
  const void* data() const { return bits_.data(); }

 private:
  alignas(64) std::array<typename float_format<T>::bits_type, lanes> bits_;
};

// Calls consume(elements, count) for the vectors of a run of any length: for all that are whole and, padded with -0,
// which changes no sum, not even of zeros, for what is left.
template <floating T, class Consume>
void by_whole_vectors(const void* elements, std::size_t count, Consume consume) {
  const std::size_t whole = count - count % lanes;
  if (whole != 0) consume(elements, whole);
  if (whole == count) return;
  const padded_vector<T> last(static_cast<const unsigned char*>(elements) + whole * sizeof(T), count - whole,
                              float_format<T>::sign_bit);
  consume(last.data(), lanes);
}
// As above for the elements of two runs that are multiplied: consume(a, b, count), padded with -0 and 0.
template <floating T, class Consume>
void by_whole_vectors(const void* a, const void* b, std::size_t count, Consume consume) {
  const std::size_t whole = count - count % lanes;
  if (whole != 0) consume(a, b, whole);
  if (whole == count) return;
  const std::size_t bytes = whole * sizeof(T);
  const padded_vector<T> last_a(static_cast<const unsigned char*>(a) + bytes, count - whole, float_format<T>::sign_bit);
  const padded_vector<T> last_b(static_cast<const unsigned char*>(b) + bytes, count - whole, 0);
  consume(last_a.data(), last_b.data(), lanes);
}

// Sources of the terms of a sum, of the elements of one run or of two. Those of one term each have load(vector); those
// of two have load_terms(vector), and load gives the first, which decides the magnitude. The least bit of a finite
// nonzero term x, log2 |x| = e, has the weight 2^(e - depth) or more.
template <floating T>
class source_of_one {
 public:
  using element = T;

  source_of_one(const void* elements, std::size_t count) : elements_(elements, count) {}
  std::size_t count() const { return elements_.count(); }
  template <std::size_t Vectors>
  HWY_INLINE void fetch_ahead(std::size_t vector) const {
    elements_.template fetch_ahead<Vectors>(vector);
  }

 protected:
  run<T> elements_;
};
template <floating T>
class source_of_two {
 public:
  using element = T;

  source_of_two(const void* a, const void* b, std::size_t count) : a_(a, count), b_(b, count) {}
  std::size_t count() const { return a_.count(); }
  template <std::size_t Vectors>
  HWY_INLINE void fetch_ahead(std::size_t vector) const {
    a_.template fetch_ahead<Vectors>(vector);
    b_.template fetch_ahead<Vectors>(vector);
  }

 protected:
  run<T> a_;
  run<T> b_;
};

template <floating T>
class element_source : public source_of_one<T> {
 public:
  static constexpr bool two_terms = false;
  static constexpr int depth = float_format<T>::precision - 1;

  using source_of_one<T>::source_of_one;
  HWY_INLINE double_vector load(std::size_t vector) const { return this->elements_.load(vector); }
  const unsigned char* address(std::size_t index) const { return this->elements_.address(index); }

  bool negative_zero(std::size_t index) const { return bits_of(this->elements_[index]) == float_format<T>::sign_bit; }
  template <class Accumulator>
  void deposit(Accumulator& sum, std::size_t index) const {
    sum.deposit(this->elements_[index]);
  }
};

// Whether a source is one of elements narrower than doubles, whose own bits tell at once what they span.
template <class Source>
constexpr bool narrow_elements = false;
template <floating T>
constexpr bool narrow_elements<element_source<T>> = sizeof(T) < sizeof(double);

template <floating T>
class magnitude_source : public source_of_one<T> {
 public:
  static constexpr bool two_terms = false;
  static constexpr int depth = float_format<T>::precision - 1;

  using source_of_one<T>::source_of_one;
  HWY_INLINE double_vector load(std::size_t vector) const { return hn::Abs(this->elements_.load(vector)); }

  bool negative_zero(std::size_t) const { return false; }
  template <class Accumulator>
  void deposit(Accumulator& sum, std::size_t index) const {
    using bits = typename float_format<T>::bits_type;
    sum.deposit(from_bits<T>(static_cast<bits>(bits_of(this->elements_[index]) & ~float_format<T>::sign_bit)));
  }
};

// Whether a product of finite factors is -0, exactly, rather than too small for a double.
template <floating T>
bool product_is_negative_zero(T a, T b) {
  const unpacked x = unpack(a);
  const unpacked y = unpack(b);
  const bool finite = x.kind == float_class::finite && y.kind == float_class::finite;
  return finite && x.negative != y.negative && (x.significand == 0 || y.significand == 0);
}

// What sources of products have in common, whatever their terms are.
template <floating T>
class factor_source : public source_of_two<T> {
 public:
  static constexpr int depth = 2 * float_format<T>::precision - (std::is_same_v<T, double> ? 0 : 1);

  using source_of_two<T>::source_of_two;
  HWY_INLINE double_vector load(std::size_t vector) const {
    return hn::Mul(this->a_.load(vector), this->b_.load(vector));
  }

  bool negative_zero(std::size_t index) const { return product_is_negative_zero(this->a_[index], this->b_[index]); }
  template <class Accumulator>
  void deposit(Accumulator& sum, std::size_t index) const {
    sum.deposit_product(this->a_[index], this->b_[index]);
  }
};
template <floating T>
class squared_source : public source_of_one<T> {
 public:
  static constexpr int depth = factor_source<T>::depth;

  using source_of_one<T>::source_of_one;
  HWY_INLINE double_vector load(std::size_t vector) const {
    const double_vector x = this->elements_.load(vector);
    return hn::Mul(x, x);
  }

  bool negative_zero(std::size_t) const { return false; }
  template <class Accumulator>
  void deposit(Accumulator& sum, std::size_t index) const {
    sum.deposit_product(this->elements_[index], this->elements_[index]);
  }
};

// Of types whose products and squares are doubles, exactly.
template <floating T>
class product_source : public factor_source<T> {
 public:
  static constexpr bool two_terms = false;
  using factor_source<T>::factor_source;
};
template <floating T>
class square_source : public squared_source<T> {
 public:
  static constexpr bool two_terms = false;
  using squared_source<T>::squared_source;
};

// A product of doubles: the rounded product and its error, which is a double too unless the product is too small.
struct product_terms {
  double_vector product;
  double_vector error;
  hn::Mask<doubles> vanished;  // the product is nonzero but rounds to 0, or the error is not known

  // Whether product and error together are the exact product, in every lane.
  HWY_INLINE bool exact() const {
    const double_vector magnitude = hn::Abs(product);
    const auto large_enough = hn::Ge(magnitude, hn::Set(as_doubles, 0x1p-960));
    const auto finite = hn::Lt(magnitude, hn::Inf(as_doubles));
    const auto zero = hn::AndNot(vanished, hn::Eq(magnitude, hn::Zero(as_doubles)));
    return hn::AllTrue(as_doubles, hn::Or(zero, hn::AndNot(vanished, hn::And(large_enough, finite))));
  }
};
HWY_INLINE double_vector error_of(double_vector product, double_vector a, double_vector b) {
#if HWY_NATIVE_FMA
  return hn::MulSub(a, b, product);
#else
  // Dekker: the halves' products are exact. Factors too large to split give NaN.
  const auto upper_half = [](double_vector x) {
    const double_vector scaled = hn::Mul(x, hn::Set(as_doubles, 0x1p27 + 1));
    return hn::Sub(scaled, hn::Sub(scaled, x));
  };
  const double_vector a_high = upper_half(a);
  const double_vector b_high = upper_half(b);
  const double_vector a_low = hn::Sub(a, a_high);
  const double_vector b_low = hn::Sub(b, b_high);
  const double_vector remainder = hn::Sub(product, hn::Mul(a_high, b_high));
  const double_vector without_first = hn::Sub(remainder, hn::Mul(a_low, b_high));
  return hn::Sub(hn::Mul(a_low, b_low), hn::Sub(without_first, hn::Mul(a_high, b_low)));
#endif
}
// Of factors that are nonzero where the mask says so.
HWY_INLINE product_terms terms_of(double_vector a, double_vector b, hn::Mask<doubles> nonzero) {
  const double_vector product = hn::Mul(a, b);
  const double_vector error = error_of(product, a, b);
  auto vanished = hn::And(nonzero, hn::Eq(product, hn::Zero(as_doubles)));
#if !HWY_NATIVE_FMA
  vanished = hn::Or(vanished, hn::IsNaN(error));
#endif
  return {product, error, vanished};
}
// From here on, errors are doubles, and whatever is a multiple of 2^least_exact_product is large enough or zero.
constexpr int least_exact_product = -960;

// The products of finite elements without the infinities that they can be, for looking at exceptional elements.
HWY_INLINE double_vector exceptional_product(double_vector a, double_vector b) {
  const auto finite = hn::And(hn::IsFinite(a), hn::IsFinite(b));
  return hn::IfThenZeroElse(finite, hn::Mul(a, b));
}

template <>
class product_source<double> : public factor_source<double> {
 public:
  static constexpr bool two_terms = true;
  using factor_source::factor_source;

  HWY_INLINE product_terms load_terms(std::size_t vector) const {
    const double_vector zero = hn::Zero(as_doubles);
    const double_vector a = a_.load(vector);
    const double_vector b = b_.load(vector);
    return terms_of(a, b, hn::And(hn::Ne(a, zero), hn::Ne(b, zero)));
  }
  HWY_INLINE double_vector load_exceptional(std::size_t vector) const {
    return exceptional_product(a_.load(vector), b_.load(vector));
  }
};

template <>
class square_source<double> : public squared_source<double> {
 public:
  static constexpr bool two_terms = true;
  using squared_source::squared_source;

  HWY_INLINE product_terms load_terms(std::size_t vector) const {
    const double_vector x = elements_.load(vector);
    return terms_of(x, x, hn::Ne(x, hn::Zero(as_doubles)));
  }
  HWY_INLINE double_vector load_exceptional(std::size_t vector) const {
    const double_vector x = elements_.load(vector);
    return exceptional_product(x, x);
  }
};

// Terms that are infinite or NaN only where elements are: products of doubles overflow, too.
template <class Source>
HWY_INLINE double_vector load_exceptional(const Source& source, std::size_t vector) {
  if constexpr (Source::two_terms) {
    return source.load_exceptional(vector);
  } else {
    return source.load(vector);
  }
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
