// What threads and warps gather of argmin and argmax. A thread keeps the 16 bytes with the best element so far, whose
// own position it looks for only at the end.
#pragma once

#include <cstdint>
#include <limits>

#include "warpfold/reduce/gpu/partials/extremes.cuh"
#include "warpfold/reduce/grid.cuh"
#include "warpfold/reduce/op/argmax.hpp"
#include "warpfold/reduce/op/argmin.hpp"

namespace warpfold {

// The operator Op is argmin or argmax; Which says which.
template <class Op, extreme Which>
class best_pack {
 public:
  using T = element_of<Op>;
  using key = order_key_t<T>;

  __device__ explicit best_pack(const Op& op) : single_(op.identity()) {}

  __device__ void add(const Op& op, T element, T, std::int64_t index) { op.absorb(single_, element, index); }
  __device__ void add(const Op& op, const pack<T>& elements, const pack<T>&, std::int64_t index) {
    if (are_beaten(elements)) return;
    const key candidate = key_of_pack(op, elements);
    // Packs come in the order of their indices: of equal ones the first stays.
    const bool better = index_ < 0 || (Which == extreme::greatest ? candidate > key_ : candidate < key_);
    if (!better) return;
    key_ = candidate;
    pack_ = elements;
    index_ = index;
    if constexpr (std::same_as<T, double>) best_ = from_order_key<T>(candidate);
  }
  __device__ typename Op::state state(const Op& op) const {
    typename Op::state state = single_;
    const bool only_skipped = is_floating_element<T> && key_ == worst;
    if (index_ < 0 || only_skipped) return state;
    unsigned at = 0;
#pragma unroll
    for (unsigned i = pack<T>::size; i-- > 0;) {
      if (key_of_element(op, pack_.element[i]) == key_) at = i;
    }
    op.combine(state, {key_, index_ + at});
    return state;
  }

 private:
  static constexpr key worst = Which == extreme::greatest ? lowest_key<T> : highest_key<T>;
  static constexpr key nan = Which == extreme::greatest ? highest_key<T> : lowest_key<T>;

  // Whether no element can be better than the best so far: of doubles, whose keys take many instructions, comparisons
  // of their values say so where none is a NaN.
  __device__ bool are_beaten(const pack<T>& elements) const {
    if constexpr (std::same_as<T, double>) {
      bool beaten = true;
#pragma unroll
      for (const double element : elements.element) {
        beaten &= Which == extreme::greatest ? element <= best_ : element >= best_;
      }
      return beaten;
    } else {
      return false;
    }
  }

  // A NaN's key is the best or the worst, as the mode says.
  __device__ static key key_of_element(const Op& op, T element) {
    const key candidate = value_key(element);
    if constexpr (is_floating_element<T>) {
      if (is_nan_key<T>(candidate)) return keeps_nan(op) ? nan : worst;
    }
    return candidate;
  }
  // The key of the best element.
  __device__ static key key_of_pack(const Op& op, const pack<T>& elements) {
    if constexpr (short_float<T>) {
      return keeps_nan(op) ? key_of_words<true>(elements) : key_of_words<false>(elements);
    } else if constexpr (narrow_integer<T>) {
      return extreme_key<Which>(elements);
    } else {
      key best = worst;
#pragma unroll
      for (const T element : elements.element) {
        const key candidate = key_of_element(op, element);
        if (Which == extreme::greatest ? candidate > best : candidate < best) best = candidate;
      }
      return best;
    }
  }
  template <bool KeepsNan>
  __device__ static key key_of_words(const pack<T>& elements) {
    unsigned words[words_of_pack];
#pragma unroll
    for (unsigned i = 0; i < words_of_pack; ++i) words[i] = word_of<unsigned>(elements, i);
    words[0] = extreme_of<T, Which, KeepsNan>(words[0], words[1]);
    words[2] = extreme_of<T, Which, KeepsNan>(words[2], words[3]);
    words[0] = extreme_of<T, Which, KeepsNan>(words[0], words[2]);
    if constexpr (sizeof(T) == 2) words[0] = extreme_of<T, Which, KeepsNan>(words[0], words[0] >> 16);
    T best;
    std::memcpy(static_cast<void*>(&best), words, sizeof best);
    const key candidate = value_key(best);
    if (!is_nan_key<T>(candidate)) return candidate;
    return KeepsNan ? nan : worst;
  }

  typename Op::state single_;
  pack<T> pack_{};
  key key_ = worst;
  double best_ = std::numeric_limits<double>::quiet_NaN();  // the value of the key, of doubles
  std::int64_t index_ = -1;                                 // of pack_'s first element; -1: there is none yet
};

template <ordered_element T>
class thread_partial<operators::argmax<T>> : public best_pack<operators::argmax<T>, extreme::greatest> {
  using best_pack<operators::argmax<T>, extreme::greatest>::best_pack;
};
template <ordered_element T>
class thread_partial<operators::argmin<T>> : public best_pack<operators::argmin<T>, extreme::least> {
  using best_pack<operators::argmin<T>, extreme::least>::best_pack;
};

// An index travels as one word: it is -1 at least.
template <class State>
requires requires(const State& state) {
  state.key, state.index;
}
struct letter<State> {
  using key_letter = letter<decltype(State::key)>;
  static constexpr unsigned words = key_letter::words + 1;

  __device__ static void write(const State& state, std::uint64_t* to) {
    key_letter::write(state.key, to);
    to[key_letter::words] = static_cast<std::uint64_t>(state.index) + 2;
  }
  __device__ static State read(const std::uint64_t* from) {
    return {key_letter::read(from), static_cast<std::int64_t>(from[key_letter::words] - 2)};
  }
};

namespace detail {

// The lanes' best key, and the lowest index that has it; -1, which is the highest as unsigned, where there is none.
template <class Op>
__device__ typename Op::state warp_best(const typename Op::state& value, decltype(Op::state::key) best) {
  const auto index = static_cast<std::uint64_t>(value.key == best ? value.index : -1);
  return {best, static_cast<std::int64_t>(warp_least(index))};
}

}  // namespace detail

namespace operators {

template <class T>
__device__ typename argmax<T>::state warp_reduce(const argmax<T>& op, typename argmax<T>::state value,
                                                 unsigned valid = warp_lanes) {
  if (threadIdx.x % warp_lanes >= valid) value = op.identity();
  return warpfold::detail::warp_best<argmax<T>>(value, warp_greatest(value.key));
}
template <class T>
__device__ typename argmin<T>::state warp_reduce(const argmin<T>& op, typename argmin<T>::state value,
                                                 unsigned valid = warp_lanes) {
  if (threadIdx.x % warp_lanes >= valid) value = op.identity();
  return warpfold::detail::warp_best<argmin<T>>(value, warp_least(value.key));
}

}  // namespace operators

}  // namespace warpfold
