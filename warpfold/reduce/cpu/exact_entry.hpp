// The vector code's entry points: one more run of elements for a sum. Single-threaded; each thread has a gathering of
// its own. Compiled for several instruction sets, the best of which is chosen when first called.
#pragma once

#include <cstddef>
#include <type_traits>

#include "warpfold/reduce/cpu/exact_gathering.hpp"

namespace warpfold::exact {

// Products of doubles reach far below and above the doubles; those of the other types are doubles.
template <floating T>
using product_gathering = gathering<std::conditional_t<std::is_same_v<T, double>, product_accumulator, accumulator>>;

// `count` elements of type T, one after another, at any alignment.
template <floating T>
void gather_sum(gathering<accumulator>& sum, const void* elements, std::size_t count);
template <floating T>
void gather_magnitudes(gathering<accumulator>& sum, const void* elements, std::size_t count);
// `count` products of an element of each run.
template <floating T>
void gather_products(product_gathering<T>& sum, const void* a, const void* b, std::size_t count);
// The squares of `count` elements.
template <floating T>
void gather_squares(product_gathering<T>& sum, const void* elements, std::size_t count);

#define WARPFOLD_DECLARE_ENTRIES(Element)                                                                           \
  template <>                                                                                                       \
  void gather_sum<Element>(gathering<accumulator> & sum, const void* elements, std::size_t count);                  \
  template <>                                                                                                       \
  void gather_magnitudes<Element>(gathering<accumulator> & sum, const void* elements, std::size_t count);           \
  template <>                                                                                                       \
  void gather_products<Element>(product_gathering<Element> & sum, const void* a, const void* b, std::size_t count); \
  template <>                                                                                                       \
  void gather_squares<Element>(product_gathering<Element> & sum, const void* elements, std::size_t count);
WARPFOLD_DECLARE_ENTRIES(float16)
WARPFOLD_DECLARE_ENTRIES(bfloat16)
WARPFOLD_DECLARE_ENTRIES(float)
WARPFOLD_DECLARE_ENTRIES(double)
#undef WARPFOLD_DECLARE_ENTRIES

}  // namespace warpfold::exact
