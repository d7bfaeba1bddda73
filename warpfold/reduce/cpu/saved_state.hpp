// From operators' states to sums at rest, and back.
#pragma once

#include <optional>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/op/dot.hpp"
#include "warpfold/reduce/op/mean.hpp"
#include "warpfold/reduce/op/norm.hpp"
#include "warpfold/reduce/op/std.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/op/var.hpp"
#include "warpfold/reduce/saved_sums.hpp"

namespace warpfold::cpu {

// What an operator sums exactly; nothing where its state is anything else.
template <class Op>
inline constexpr std::optional<summands> summands_of = std::nullopt;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::sum<T>> = summands::elements;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::mean<T>> = summands::elements;
template <real_element T>
inline constexpr std::optional<summands> summands_of<operators::norm_one<T>> = summands::magnitudes;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::dot<T>> = summands::products;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::norm_two<T>> = summands::squares;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::var<T>> = summands::elements_and_squares;
template <class T>
inline constexpr std::optional<summands> summands_of<operators::standard_deviation<T>> = summands::elements_and_squares;

// The state of that many elements as sums, which are appended to `to`.
template <class State>
void save_state(const State& state, std::int64_t count, std::vector<saved_sum>& to) {
  if constexpr (requires { state.squares; }) {
    save_state(state.sum, count, to);
    save_state(state.squares, count, to);
  } else if constexpr (requires { state.imaginary; }) {
    save_state(state.real, count, to);
    save_state(state.imaginary, count, to);
  } else {
    to.push_back(to_saved(state.accumulated(), count));
  }
}

// The state whose sums `from` points to, moved past them.
template <class State>
State load_state(const saved_sum*& from) {
  State state{};
  if constexpr (requires { state.squares; }) {
    state.sum = load_state<decltype(state.sum)>(from);
    state.squares = load_state<decltype(state.squares)>(from);
  } else if constexpr (requires { state.imaginary; }) {
    state.real = load_state<decltype(state.real)>(from);
    state.imaginary = load_state<decltype(state.imaginary)>(from);
  } else if constexpr (requires { state.value.counts(); }) {
    state.value = to_accumulator<decltype(state.value)>(*from++);
  } else {
    const int192 value = to_integer(*from++);
    if constexpr (std::same_as<decltype(state.value), int128>) {
      if (!value.fits_int128()) throw error("accumulator holds a sum of more than 128 bits, expected fewer");
      state.value = value.as_int128();
    } else {
      state.value = value;
    }
  }
  return state;
}

}  // namespace warpfold::cpu
