// How the kernels of exact sums are launched: what the host and the kernels themselves must agree on. The figures were
// found by measurement.
#pragma once

#include <complex>
#include <type_traits>

#include "warpfold/reduce/operators.hpp"

namespace warpfold::gpu {

// Threads of a block; blocks for an SM to hold, for which registers are kept few enough; bytes of each array that a
// warp loads at once; rows of bins that a warp has in dynamic shared memory, where there is that much: the more there
// are, the more powers of two data may span before they are summed slowly, and the less is left of the memory's other
// half, the first cache, through which loads come.
struct exact_shape {
  int threads;
  int blocks_per_sm;
  int batch_bytes;
  int rows;
};
inline constexpr int exact_row_bytes = 256;
inline constexpr int least_exact_rows = 16;

// Of products of two arrays.
template <class Op>
inline constexpr exact_shape exact_shape_of{320, 2, 1024, 24};
template <class T>
inline constexpr exact_shape exact_sum_shape{384, 2, 2048, 16};
template <>
inline constexpr exact_shape exact_sum_shape<float16>{256, 2, 2048, 0};
template <>
inline constexpr exact_shape exact_sum_shape<std::complex<float>>{320, 2, 2048, 16};
template <class T>
inline constexpr exact_shape exact_shape_of<operators::sum<T>> = exact_sum_shape<T>;
template <class T>
inline constexpr exact_shape exact_shape_of<operators::norm_one<T>> = exact_sum_shape<T>;
template <class T>
inline constexpr exact_shape exact_shape_of<operators::norm_two<T>>{320, 2, 2048, 24};
template <class T>
inline constexpr exact_shape exact_shape_of<operators::var<T>>{std::is_same_v<T, float> ? 256 : 320, 2,
                                                               sizeof(T) == 2 ? 1024 : 2048, 36};

// What a kernel is told beside arrays and memory.
struct exact_call {
  bool skip_nan;  // leave out elements that are NaN, and count them
};

}  // namespace warpfold::gpu
