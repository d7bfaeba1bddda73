// What a thread gathers of argmin and argmax: the 16 bytes with the best element so far, whose own position is looked
// for only at the end.
#pragma once

#include <cstdint>

#include "warpfold/reduce/gpu/partials/extremes.cuh"
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
    const key candidate = key_of_pack(op, elements);
    // Packs come in the order of their indices: of equal ones the first stays.
    const bool better = index_ < 0 || (Which == extreme::greatest ? candidate > key_ : candidate < key_);
    if (!better) return;
    key_ = candidate;
    pack_ = elements;
    index_ = index;
  }
  __device__ typename Op::state state(const Op& op) const {
    typename Op::state state = single_;
    if (index_ < 0) return state;
#pragma unroll
    for (unsigned i = 0; i < pack<T>::size; ++i) op.absorb(state, pack_.element[i], index_ + i);
    return state;
  }

 private:
  static constexpr key worst = Which == extreme::greatest ? lowest_key<T> : highest_key<T>;
  static constexpr key nan = Which == extreme::greatest ? highest_key<T> : lowest_key<T>;

  // The key of the best element: a NaN's is the best or the worst, as the mode says.
  __device__ static key key_of_pack(const Op& op, const pack<T>& elements) {
    const bool propagates = keeps_nan(op);
    if constexpr (short_float<T>) {
      return propagates ? key_of_words<true>(elements) : key_of_words<false>(elements);
    } else if constexpr (narrow_integer<T>) {
      return extreme_key<Which>(elements);
    } else {
      key best = worst;
#pragma unroll
      for (const T element : elements.element) {
        key candidate = value_key(element);
        if constexpr (is_floating_element<T>) {
          if (is_nan_key<T>(candidate)) candidate = propagates ? nan : worst;
        }
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
  std::int64_t index_ = -1;  // of pack_'s first element; -1: there is none yet
};

template <ordered_element T>
class thread_partial<operators::argmax<T>> : public best_pack<operators::argmax<T>, extreme::greatest> {
  using best_pack<operators::argmax<T>, extreme::greatest>::best_pack;
};
template <ordered_element T>
class thread_partial<operators::argmin<T>> : public best_pack<operators::argmin<T>, extreme::least> {
  using best_pack<operators::argmin<T>, extreme::least>::best_pack;
};

}  // namespace warpfold
