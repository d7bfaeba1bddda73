// The tables of vectors.hpp for one instruction set. Highway includes this file once for each.
#include "hwy/highway.h"
#include "warpfold/reduce/cpu/vectors_careful.hpp"
#include "warpfold/reduce/cpu/vectors_fast.hpp"
#include "warpfold/reduce/cpu/vectors_integers.hpp"
#include "warpfold/reduce/cpu/vectors_keys.hpp"

#if defined(WARPFOLD_REDUCE_CPU_VECTORS_TABLES) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_VECTORS_TABLES
#undef WARPFOLD_REDUCE_CPU_VECTORS_TABLES
#else
#define WARPFOLD_REDUCE_CPU_VECTORS_TABLES
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

template <class T>
const key_vectors<T>& key_table() {
  static constexpr key_vectors<T> table{&extremes<T>, &numeric_extremes<T>, &find_inside<T>, &find_outside<T>,
                                        &count_nonzero<T>};
  return table;
}

template <class T>
const integer_vectors<T>& integer_table() {
  static constexpr integer_vectors<T> table{&integer_sum<T>, &integer_magnitudes<T>, &integer_products<T>};
  return table;
}

template <class T>
const float_vectors<T>& float_table() {
  static constexpr float_vectors<T> table{&fast_sum<T>,          &fast_magnitudes<T>,      &fast_products<T>,
                                          &combine_narrow_lanes, &fast_squares<T>,         &fast_moments<T>,
                                          &careful_product<T>,   &careful_exponentials<T>, &fast_exponentials<T>};
  return table;
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
