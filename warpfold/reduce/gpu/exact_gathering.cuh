// What the kernels of exact sums gather for each operator, and how.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "warpfold/reduce/exact/bins.cuh"
#include "warpfold/reduce/exact/moment_windows.cuh"
#include "warpfold/reduce/exact/plain_products.cuh"
#include "warpfold/reduce/exact/plain_sums.cuh"
#include "warpfold/reduce/exact/wide_bins.cuh"
#include "warpfold/reduce/exact/windows.cuh"
#include "warpfold/reduce/gpu/exact_batches.cuh"
#include "warpfold/reduce/operators.hpp"

namespace warpfold::gpu {

// The totals of a block: one for each part of a sum. As words they are the operator's state, and the number of elements
// left out.
template <class Total, int Parts>
struct part_totals {
  Total part[Parts];

  using words = typename Total::words;
  static constexpr int state_words = Parts * words::count;

  __device__ void clear() {
    for (Total& total : part) total.clear();
  }
  __device__ std::int64_t carried(int word) const {
    std::int64_t left_out = 0;
    for (const Total& total : part) left_out += total.left_out();
    const int in_state = min(word, state_words - 1);
    return word == state_words ? left_out : part[in_state / words::count].carried(in_state % words::count);
  }
  __device__ static bool counts_negative_zeros(int word) { return word % words::count == words::negative_zeros; }
  __device__ static bool counts_others(int word) { return word % words::count == words::others; }
  __device__ static bool counts_additions(int word) { return word % words::count == words::additions; }
};

// The batches that are left for a warp, the first of them loaded already.
template <class Source>
class batch_queue {
 public:
  using batch = typename Source::batch;

  // The source must outlive the queue.
  __device__ batch_queue(const Source& source, unsigned* next_stretch)
      : source_(source), left_(source.batches(), next_stretch) {
    if (!left_.empty()) ahead_ = source_.load_first(left_.next());
  }

  __device__ bool empty() const { return left_.empty(); }
  __device__ const batch& front() const { return ahead_; }
  // The next one; the one after it is under way.
  __device__ batch take() {
    const batch taken = ahead_;
    taken_ = left_.next();
    left_.advance();
    if (!left_.empty()) ahead_ = source_.load(left_.next());
    return taken;
  }
  // Of the one taken last.
  __device__ batch_origin<Source> origin() const { return source_.origin(taken_); }

 private:
  const Source& source_;
  batch_range left_;
  batch ahead_;
  unsigned taken_ = 0;
};

// The rows of bins of a warp, in dynamic shared memory. Divided among warps when they are asked for, as few data need
// them.
struct warp_rows {
  __device__ static int count() {
    unsigned bytes;
    asm("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
    return static_cast<int>(bytes / sizeof(exact::bin_row) / (blockDim.x / 32));
  }
  __device__ static unsigned first() { return threadIdx.x / 32 * static_cast<unsigned>(count()); }
};

// Adds the next batch.
template <class Sums, class Source, class Totals>
__device__ void add_next(Sums& sums, batch_queue<Source>& batches, exact::term_choice choice, Totals* totals) {
  const typename Source::batch loaded = batches.take();
  sums.add(loaded, batches.origin(), choice, totals);
}

// Adds the batches to windows of so many levels, as long as they suit the data; whether that was to the end.
template <class Terms, int Levels, class Source>
__device__ bool add_to_windows(batch_queue<Source>& batches, exact::term_choice choice, typename Terms::total* totals) {
  using windows = exact::windows<Levels, Terms>;
  if (batches.empty()) return true;
  const exact::exponent_span span = exact::span_of<Terms>(batches.front());
  if (!windows::hold(span)) return false;
  windows sums(span, totals);
  while (!batches.empty() && sums.suit()) add_next(sums, batches, choice, totals);
  sums.flush(totals);
  return batches.empty();
}

// Products of doubles need more rows than there is room for.
template <class Terms>
inline constexpr exact::table_size table_size_for =
    Terms::terms_of_value == 2 ? exact::table_size::moving : exact::table_size::whole;

template <class Terms>
inline constexpr int rows_for = exact::wide_bins<Terms, table_size_for<Terms>>::least_rows;
template <class Floats, class Doubles, class T>
inline constexpr int rows_for_elements =
    std::is_same_v<T, double> ? rows_for<Doubles> : exact::bins<Floats, exact::arithmetic::integers>::rows;

// The same with more levels where fewer do not suit the data, and to wide bins where none do. Where elements are loaded
// one by one, which takes so long that windows are not worth their code, to wide bins at once.
template <class Terms, int... Levels, class Source>
__device__ void add_to_windows_or_bins(batch_queue<Source>& batches, exact::term_choice choice,
                                       typename Terms::total* totals) {
  if constexpr (!Source::one_by_one) {
    if ((add_to_windows<Terms, Levels>(batches, choice, totals) || ...)) return;
  }
  exact::wide_bins<Terms, table_size_for<Terms>> sums(warp_rows::first(), warp_rows::count());
  while (!batches.empty()) add_next(sums, batches, choice, totals);
  sums.flush(totals);
}

template <class Terms, exact::arithmetic With, class Source>
__device__ void add_to_bins(batch_queue<Source>& batches, exact::term_choice choice, typename Terms::total* totals) {
  exact::bins<Terms, With> sums(warp_rows::first());
  while (!batches.empty()) add_next(sums, batches, choice, totals);
  sums.flush(totals);
}

// Elements that are floats, or fit into one, to a window of one level, or else to bins; to these at once where doubles
// are slow, or elements are loaded one by one.
template <template <class> class Terms, class Source, class Totals>
__device__ void add_floats(batch_queue<Source>& batches, exact::term_choice choice, Totals& all) {
  if constexpr (!Source::one_by_one) {
    if (!choice.integers) {
      if (add_to_windows<Terms<double>, 1>(batches, choice, all.part)) return;
      return add_to_bins<Terms<float>, exact::arithmetic::doubles>(batches, choice, all.part);
    }
  }
  add_to_bins<Terms<float>, exact::arithmetic::integers>(batches, choice, all.part);
}

template <class Sums, class Source>
__device__ void add_plainly(batch_queue<Source>& batches, exact::term_choice choice, typename Sums::total* totals) {
  Sums sums;
  while (!batches.empty()) add_next(sums, batches, choice, totals);
  sums.flush(totals);
}

// What an operator gathers, and how. Of each:
//   batch, totals       what a lane loads, what a block gathers in
//   least_rows          of bins that a warp must have
//   gather(batches, choice, totals)

// A sum of elements, or of their magnitudes: of float16 in plain doubles, of float32 and bfloat16 in windows of one
// level or, where they do not suit the data, in bins, of doubles in windows.
template <int BatchBytes, class T, bool Magnitudes>
struct elements_gathering {
  template <class Term>
  using terms = exact::element_terms<Term, T, BatchBytes / 32 / sizeof(T), Magnitudes>;
  using batch = typename terms<double>::batch;
  using totals = part_totals<typename terms<double>::total, 1>;
  static constexpr int least_rows = std::is_same_v<T, float16> ? 0 : rows_for_elements<terms<float>, terms<double>, T>;

  template <class Source>
  __device__ static void gather(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    if constexpr (std::is_same_v<T, double>) {
      add_to_windows_or_bins<terms<double>, 2, 5>(batches, choice, all.part);
    } else if constexpr (std::is_same_v<T, float16>) {
      add_plainly<exact::plain_sums<terms<double>>>(batches, choice, all.part);
    } else {
      add_floats<terms>(batches, choice, all);
    }
  }
};

// A sum of complex elements, part by part.
template <int BatchBytes, class T>
struct parts_gathering {
  template <class Term>
  using terms = exact::part_terms<Term, T, BatchBytes / 64 / sizeof(T)>;
  using batch = typename terms<double>::batch;
  using totals = part_totals<typename terms<double>::total, 2>;
  static constexpr int least_rows = rows_for_elements<terms<float>, terms<double>, T>;

  template <class Source>
  __device__ static void gather(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    if constexpr (std::is_same_v<T, double>) {
      add_to_windows_or_bins<terms<double>, 2, 5>(batches, choice, all.part);
    } else {
      add_floats<terms>(batches, choice, all);
    }
  }
};

// A sum of products, squares or squared moduli.
template <class Terms>
struct products_gathering {
  using batch = typename Terms::batch;
  using totals = part_totals<typename Terms::total, Terms::parts>;
  static constexpr bool plain = std::is_same_v<typename Terms::batch::element, float16>;
  static constexpr int least_rows = plain ? 0 : rows_for<Terms>;

  template <class Source>
  __device__ static void gather(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    if constexpr (plain) {
      add_plainly<exact::plain_products<Terms>>(batches, choice, all.part);
    } else if constexpr (Terms::terms_of_value == 2) {
      add_to_windows_or_bins<Terms, 3>(batches, choice, all.part);
    } else {
      add_to_windows_or_bins<Terms, 2, 3>(batches, choice, all.part);
    }
  }
};

// The sum of elements and the sum of their squares.
template <int BatchBytes, class T>
struct moments_gathering {
  static constexpr int elements = BatchBytes / 32 / sizeof(T);
  using terms = exact::element_terms<double, T, elements, false>;
  using squares = exact::square_terms<T, elements>;
  using batch = typename terms::batch;
  static constexpr exact::table_size table_size = table_size_for<squares>;
  using sum_bins = exact::wide_bins<terms, table_size>;
  using square_bins = exact::wide_bins<squares, table_size>;
  static constexpr bool plain = std::is_same_v<T, float16>;
  static constexpr int least_rows = plain ? 0 : sum_bins::least_rows + square_bins::least_rows;

  struct totals {
    typename terms::total sum;
    typename squares::total square;

    using sum_words = typename terms::total::words;
    using square_words = typename squares::total::words;
    static constexpr int state_words = sum_words::count + square_words::count;

    __device__ void clear() {
      sum.clear();
      square.clear();
    }
    __device__ std::int64_t carried(int word) const {
      const std::int64_t of_sum = sum.carried(min(word, sum_words::count - 1));
      const std::int64_t of_square = square.carried(min(max(word - sum_words::count, 0), square_words::count - 1));
      if (word == state_words) return sum.left_out();
      return word < sum_words::count ? of_sum : of_square;
    }
    __device__ static bool counts_negative_zeros(int word) { return word == sum_words::negative_zeros; }
    __device__ static bool counts_others(int word) { return word == sum_words::others; }
    __device__ static bool counts_additions(int word) {
      return word == sum_words::additions || word == sum_words::count + square_words::additions;
    }
  };

  template <class Source>
  __device__ static void gather(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    if constexpr (plain) {
      add_plainly(batches, choice, all);
    } else {
      if constexpr (!Source::one_by_one) {
        if (add_to_windows(batches, choice, all)) return;
      }
      // Squares span twice as many powers of two.
      const int sum_rows = table_size == exact::table_size::whole ? sum_bins::least_rows : warp_rows::count() / 3;
      add_to_bins(sum_bins(warp_rows::first(), sum_rows),
                  square_bins(warp_rows::first() + sum_rows, warp_rows::count() - sum_rows), batches, choice, all);
    }
  }

 private:
  template <class Source>
  __device__ static void add_plainly(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    exact::plain_sums<terms> sum;
    exact::plain_products<squares> square;
    while (!batches.empty()) {
      const batch loaded = batches.take();
      // Both before either is looked at, so that an element is converted once.
      const auto of_elements = sum.sum_of(loaded);
      const auto of_squares = square.sums_of(loaded);
      sum.add_sum(of_elements, batches.origin(), choice, &all.sum);
      square.add_sums(of_squares, batches.origin(), choice, &all.square);
    }
    sum.flush(&all.sum);
    square.flush(&all.square);
  }
  template <class Sum, class Square, class Source>
  __device__ static void add_to_bins(Sum sum, Square square, batch_queue<Source>& batches, exact::term_choice choice,
                                     totals& all) {
    while (!batches.empty()) {
      const batch loaded = batches.take();
      sum.add(loaded, batches.origin(), choice, &all.sum);
      square.add(loaded, batches.origin(), choice, &all.square);
    }
    sum.flush(&all.sum);
    square.flush(&all.square);
  }
  template <class Source>
  __device__ static bool add_to_windows(batch_queue<Source>& batches, exact::term_choice choice, totals& all) {
    using windows = exact::moment_windows<T, elements>;
    if (batches.empty()) return true;
    const exact::exponent_span span = exact::span_of<squares>(batches.front());
    if (!windows::hold(span)) return false;
    windows sums(span, &all.sum);
    while (!batches.empty() && sums.suit()) {
      const batch loaded = batches.take();
      sums.add(loaded, batches.origin(), choice, &all.sum, &all.square);
    }
    sums.flush(&all.sum, &all.square);
    return batches.empty();
  }
};

// What gathers the state of an operator.
template <class Op, int BatchBytes>
struct gathering_of;
template <class T, int BatchBytes>
struct gathering_of<operators::sum<T>, BatchBytes> : elements_gathering<BatchBytes, T, false> {};
template <class T, int BatchBytes>
struct gathering_of<operators::sum<std::complex<T>>, BatchBytes> : parts_gathering<BatchBytes, T> {};
template <class T, int BatchBytes>
struct gathering_of<operators::norm_one<T>, BatchBytes> : elements_gathering<BatchBytes, T, true> {};
template <class T, int BatchBytes>
struct gathering_of<operators::norm_two<T>, BatchBytes>
    : products_gathering<exact::square_terms<T, BatchBytes / 32 / sizeof(T)>> {};
template <class T, int BatchBytes>
struct gathering_of<operators::norm_two<std::complex<T>>, BatchBytes>
    : products_gathering<exact::modulus_terms<T, BatchBytes / 64 / sizeof(T)>> {};
template <class T, int BatchBytes>
struct gathering_of<operators::dot<T>, BatchBytes>
    : products_gathering<exact::product_terms<T, BatchBytes / 32 / sizeof(T)>> {};
template <class T, int BatchBytes>
struct gathering_of<operators::dot<std::complex<T>>, BatchBytes>
    : products_gathering<exact::complex_product_terms<T, BatchBytes / 64 / sizeof(T)>> {};
template <class T, int BatchBytes>
struct gathering_of<operators::var<T>, BatchBytes> : moments_gathering<BatchBytes, T> {};

}  // namespace warpfold::gpu
