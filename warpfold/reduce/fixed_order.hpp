// The order in which a non-associative operator is combined. It depends on positions alone, so that every engine, at
// every number of threads, gives the same bits:
//
//   The elements in C order are cut into blocks of `fixed_block` (the last may be shorter). Element i of a block goes
//   to lane i mod lanes; each lane absorbs its elements in order. There are fixed_lanes lanes, or, where a state is no
//   more than a double, fixed_narrow_lanes. They are combined pairwise at distance lanes / 2, …, 2, 1: lane j with lane
//   j + distance, for j below distance. The blocks are the leaves of a binary tree: adjacent subtrees of equal size 1,
//   2, 4, … blocks, aligned to their size, are combined, and what is left is combined from right to left.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace warpfold {

inline constexpr std::int64_t fixed_block = 2048;
inline constexpr int fixed_lanes = 32;
inline constexpr int fixed_narrow_lanes = 512;

template <class Op>
inline constexpr int lanes_of = std::is_same_v<typename Op::state, double> ? fixed_narrow_lanes : fixed_lanes;

// The level of the complete subtree of that many elements, whose blocks are 2^level; -1 where there is none, as for
// what is left at the end.
constexpr int level_of_subtree(std::int64_t count) {
  const auto blocks = static_cast<std::uint64_t>(count / fixed_block);
  return count % fixed_block == 0 && std::has_single_bit(blocks) ? std::countr_zero(blocks) : -1;
}

// Combines the lanes of a block; lane 0 holds the result.
template <class Op>
void combine_lanes(const Op& op, std::array<typename Op::state, lanes_of<Op>>& lanes) {
  for (std::size_t distance = lanes.size() / 2; distance != 0; distance /= 2) {
    for (std::size_t lane = 0; lane < distance; ++lane) op.combine(lanes[lane], lanes[lane + distance]);
  }
}

// The tree of blocks while it grows from the left: at most one complete subtree of each size, the larger ones first.
template <class Op>
class block_tree {
 public:
  // Appends a complete subtree of 2^level blocks, whose size divides the number of blocks so far.
  void push(const Op& op, int level, typename Op::state value) {
    while (depth_ > 0 && nodes_[depth_ - 1].level == level) {
      op.combine(nodes_[--depth_].value, value);
      value = nodes_[depth_].value;
      ++level;
    }
    nodes_[depth_++] = {level, value};
  }

  // Appends a tree, the size of whose greatest subtree divides the number of blocks so far.
  void append(const Op& op, const block_tree& right) {
    for (std::size_t node = 0; node < right.depth_; ++node)
      push(op, right.nodes_[node].level, right.nodes_[node].value);
  }

  typename Op::state root(const Op& op) const {
    if (depth_ == 0) return op.identity();
    typename Op::state total = nodes_[depth_ - 1].value;
    for (std::size_t node = depth_ - 1; node-- > 0;) {
      typename Op::state left = nodes_[node].value;
      op.combine(left, total);
      total = left;
    }
    return total;
  }

 private:
  struct subtree {
    int level;
    typename Op::state value;
  };
  std::array<subtree, 52> nodes_;  // 2^63 elements
  std::size_t depth_ = 0;
};

}  // namespace warpfold
