// How the CPU folds a run of elements. kernel<Op> holds the partial result of operator Op in the form that suits the
// CPU best; the one here takes any operator, element by element. Faster ones are specializations.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/operator.hpp"

namespace warpfold::cpu {

template <class Op>
using element_of = typename Op::element_type;

// Absorbs element i of the one or two arrays.
template <class Op>
inline void absorb_at(const Op& op, typename Op::state& state, const element_of<Op>* a, const element_of<Op>* b,
                      std::int64_t i, std::int64_t index) {
  if constexpr (requires { op.absorb(state, a[i], b[i], index); }) {
    op.absorb(state, a[i], b[i], index);
  } else {
    op.absorb(state, a[i], index);
  }
}

// Whether the operator knows that its result is decided.
template <class Op>
bool is_settled(const Op& op, const typename Op::state& state) {
  if constexpr (requires { op.settled(state); }) {
    return op.settled(state);
  } else {
    return false;
  }
}

// Folds a run into a state: specialize where vectors are faster.
template <class Op>
struct state_fold {
  static void add(const Op& op, typename Op::state& state, const element_of<Op>* a, const element_of<Op>* b,
                  std::int64_t count, std::int64_t index) {
    for (std::int64_t i = 0; i < count && !is_settled(op, state); ++i) absorb_at(op, state, a, b, i, index + i);
  }
};

// Folds one block of fixed_order.hpp: specialize where vectors are faster.
template <class Op>
struct block_fold {
  static typename Op::state of(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count,
                               std::int64_t index) {
    std::array<typename Op::state, lanes_of<Op>> lanes;
    lanes.fill(op.identity());
    for (std::int64_t i = 0; i < count; ++i) {
      absorb_at(op, lanes[static_cast<std::size_t>(i % lanes_of<Op>)], a, b, i, index + i);
    }
    combine_lanes(op, lanes);
    return lanes[0];
  }
};

// For associative operators: the state itself.
template <class Op>
class kernel {
 public:
  explicit kernel(const Op& op) : state_(op.identity()) {}
  void add(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count, std::int64_t index) {
    state_fold<Op>::add(op, state_, a, b, count, index);
  }
  void append(const Op& op, const kernel& right) { op.combine(state_, right.state_); }
  void append_state(const Op& op, const typename Op::state& right, std::int64_t) { op.combine(state_, right); }
  bool settled(const Op& op) const { return is_settled(op, state_); }
  const typename Op::state& state() const { return state_; }
  template <class R>
  auto finish(const Op& op, std::int64_t count) const {
    return op.template finish<R>(state_, count);
  }

 private:
  typename Op::state state_;
};

// For operators that are not associative: the tree of blocks.
template <class Op>
requires(!Op::laws.associative) class kernel<Op> {
 public:
  explicit kernel(const Op&) {}
  void add(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count, std::int64_t index) {
    for (std::int64_t first = 0; first < count; first += fixed_block) {
      const std::int64_t size = std::min(fixed_block, count - first);
      tree_.push(op, 0, block_fold<Op>::of(op, a + first, b == nullptr ? b : b + first, size, index + first));
    }
  }
  void append(const Op& op, const kernel& right) { tree_.append(op, right.tree_); }
  void append_state(const Op& op, const typename Op::state& right, std::int64_t count) {
    tree_.push(op, level_of_subtree(count), right);
  }
  bool settled(const Op&) const { return false; }
  template <class R>
  auto finish(const Op& op, std::int64_t count) const {
    return op.template finish<R>(tree_.root(op), count);
  }

 private:
  block_tree<Op> tree_;
};

}  // namespace warpfold::cpu
