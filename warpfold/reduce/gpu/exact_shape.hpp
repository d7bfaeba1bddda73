// How the kernels of exact sums are launched: what the host and the kernels themselves must agree on. The figures were
// found by measurement.
#pragma once

#include <complex>
#include <cstdint>

#include "warpfold/reduce/operators.hpp"

namespace warpfold::gpu {

// Threads of a block; blocks for an SM to hold, for which registers are kept few enough; bytes of each array that a
// warp loads at once; rows of bins that each warp has in dynamic shared memory. The fewer there are, the more is left
// of the memory's other half, the first cache, through which loads come; where there is little of it, there are fewer
// warps.
struct exact_shape {
  int threads;
  int blocks_per_sm;
  int batch_bytes;
  int rows;
};
inline constexpr int exact_row_bytes = 256;

// Warps of a block that may have so many, for an array of so many batches. One block alone has nobody to wait for; a
// few are done sooner as twice as many with half of the warps, on more SMs.
constexpr int exact_warps(int most, std::int64_t batches, int sms) {
  const bool few = batches > most && batches <= std::int64_t{most} * sms / 4;
  return few && most > 1 ? most / 2 : most;
}

// Rows that hold all products of elements of a type; of doubles, there is no room for so many. Float16 needs none.
template <class T>
inline constexpr int product_rows = sizeof(real_part_t<T>) == 8 ? 24 : 13;

// Of products of two arrays.
template <class Op>
inline constexpr exact_shape exact_shape_of{256, 2, 1024, product_rows<typename Op::element_type>};
template <>
inline constexpr exact_shape exact_shape_of<operators::dot<float16>>{320, 2, 1024, 0};
template <class T>
inline constexpr exact_shape exact_sum_shape{256, 2, 2048, 16};
template <>
inline constexpr exact_shape exact_sum_shape<float16>{320, 2, 2048, 0};
template <>
inline constexpr exact_shape exact_sum_shape<float>{320, 2, 2048, 16};
template <>
inline constexpr exact_shape exact_sum_shape<double>{256, 2, 2560, 42};
template <>
inline constexpr exact_shape exact_sum_shape<std::complex<double>>{256, 2, 2048, 42};
template <class T>
inline constexpr exact_shape exact_shape_of<operators::sum<T>> = exact_sum_shape<T>;
template <class T>
inline constexpr exact_shape exact_shape_of<operators::norm_one<T>> = exact_sum_shape<T>;
template <class T>
inline constexpr exact_shape exact_shape_of<operators::norm_two<T>>{256, 2, sizeof(T) == 2 ? 1024 : 2048,
                                                                    product_rows<T>};
template <>
inline constexpr exact_shape exact_shape_of<operators::norm_two<float16>>{320, 2, 2048, 0};
template <>
inline constexpr exact_shape exact_shape_of<operators::norm_two<double>>{256, 2, 3072, product_rows<double>};
// Elements have rows beside those of their squares.
template <class T>
inline constexpr exact_shape exact_shape_of<operators::var<T>>{256, 2, sizeof(T) == 2 ? 1024 : 2048,
                                                               product_rows<T> + (sizeof(T) == 8 ? 12 : 7)};
template <>
inline constexpr exact_shape exact_shape_of<operators::var<float16>>{256, 2, 2048, 0};
template <>
inline constexpr exact_shape exact_shape_of<operators::var<float>>{256, 2, 3072, product_rows<float> + 7};

// What a kernel is told beside arrays and memory.
struct exact_call {
  bool skip_nan;  // leave out elements that are NaN, and count them
  bool integers;  // sum float32 and bfloat16 without doubles, for machines that are slow at them
};

}  // namespace warpfold::gpu
