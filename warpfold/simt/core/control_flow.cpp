#include "warpfold/simt/core/control_flow.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpfold::simt {
namespace {

// Above this many basic blocks, loops are not looked for: the search may cost their square.
constexpr int most_blocks_for_loops = 4096;

struct basic_blocks {
  std::vector<int> begin;     // first instruction
  std::vector<int> block_of;  // by instruction
  std::vector<std::vector<int>> successors, predecessors;

  int count() const { return static_cast<int>(begin.size()); }
};

template <class T>
decltype(auto) at(T& values, int index) {
  return values[static_cast<std::size_t>(index)];
}

basic_blocks cut_into_blocks(const std::vector<control_flow_node>& nodes, const std::vector<bool>& leader) {
  basic_blocks blocks;
  blocks.block_of.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (leader[n]) blocks.begin.push_back(static_cast<int>(n));
    blocks.block_of[n] = blocks.count() - 1;
  }
  blocks.successors.resize(blocks.begin.size());
  blocks.predecessors.resize(blocks.begin.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const bool last = n + 1 == nodes.size() || leader[n + 1];
    const int block = blocks.block_of[n];
    auto& successors = at(blocks.successors, block);
    for (int target : nodes[n].targets) successors.push_back(at(blocks.block_of, target));
    if (last && nodes[n].falls_through && n + 1 < nodes.size()) successors.push_back(blocks.block_of[n + 1]);
  }
  for (int block = 0; block < blocks.count(); ++block) {
    auto& successors = at(blocks.successors, block);
    std::ranges::sort(successors);
    successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    for (int successor : successors) at(blocks.predecessors, successor).push_back(block);
  }
  return blocks;
}

// Depth-first search from `roots`: blocks in the order in which they are finished.
std::vector<int> postorder(const std::vector<std::vector<int>>& successors, const std::vector<int>& roots) {
  std::vector<int> finished;
  std::vector<bool> seen(successors.size());
  std::vector<std::pair<int, std::size_t>> path;
  for (int root : roots) {
    if (at(seen, root)) continue;
    at(seen, root) = true;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      auto& [block, next] = path.back();
      const auto& following = at(successors, block);
      if (next == following.size()) {
        finished.push_back(block);
        path.pop_back();
      } else if (const int successor = following[next++]; !at(seen, successor)) {
        at(seen, successor) = true;
        path.emplace_back(successor, 0);
      }
    }
  }
  return finished;
}

// For each block, the loops (by number) that contain it.
std::vector<std::vector<int>> find_loops(const basic_blocks& blocks) {
  const std::vector<int> finished = postorder(blocks.successors, {0});
  std::vector<int> position(blocks.begin.size(), -1);
  for (std::size_t n = 0; n < finished.size(); ++n) at(position, finished[n]) = static_cast<int>(n);
  std::vector<std::vector<int>> loops(blocks.begin.size());
  int count = 0;
  for (int tail : finished) {
    for (int head : at(blocks.successors, tail)) {
      if (at(position, head) < at(position, tail)) continue;  // not a retreating edge
      const int loop = count++;
      std::vector<int> pending = {tail};
      at(loops, head).push_back(loop);
      while (!pending.empty()) {
        const int block = pending.back();
        pending.pop_back();
        auto& inside = at(loops, block);
        if (!inside.empty() && inside.back() == loop) continue;
        inside.push_back(loop);
        for (int predecessor : at(blocks.predecessors, block)) pending.push_back(predecessor);
      }
    }
  }
  return loops;
}

// Positions of the blocks in reverse postorder, with edges that leave loops searched first, so that loops come before
// what follows them.
std::vector<int> reading_order(basic_blocks blocks) {
  if (blocks.count() <= most_blocks_for_loops) {
    const auto loops = find_loops(blocks);
    for (int block = 0; block < blocks.count(); ++block) {
      const auto loops_left = [&](int successor) {
        const auto& inside = at(loops, successor);
        return std::ranges::count_if(at(loops, block),
                                     [&](int loop) { return std::ranges::find(inside, loop) == inside.end(); });
      };
      // Among equals the block that is written last goes first, and so comes last.
      std::ranges::sort(at(blocks.successors, block),
                        [&](int a, int b) { return std::pair(loops_left(a), a) > std::pair(loops_left(b), b); });
    }
  }
  std::vector<int> every_block(blocks.begin.size());
  std::iota(every_block.begin(), every_block.end(), 0);
  const std::vector<int> finished = postorder(blocks.successors, every_block);
  std::vector<int> position(blocks.begin.size());
  for (std::size_t n = 0; n < finished.size(); ++n)
    at(position, finished[n]) = static_cast<int>(finished.size() - 1 - n);
  return position;
}

// Immediate post-dominators by the iteration of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm") on
// the reversed graph. -1: only the virtual exit.
std::vector<int> post_dominators(const basic_blocks& blocks) {
  const int exit = blocks.count();
  auto reversed = blocks.predecessors;
  reversed.emplace_back();
  for (int block = 0; block < exit; ++block) {
    if (at(blocks.successors, block).empty()) reversed.back().push_back(block);
  }
  const std::vector<int> finished = postorder(reversed, {exit});
  std::vector<int> position(reversed.size(), -1);
  for (std::size_t n = 0; n < finished.size(); ++n) at(position, finished[n]) = static_cast<int>(n);

  std::vector<int> dominator(reversed.size(), -1);
  at(dominator, exit) = exit;
  const auto meet = [&](int a, int b) {
    while (a != b) {
      while (at(position, a) < at(position, b)) a = at(dominator, a);
      while (at(position, b) < at(position, a)) b = at(dominator, b);
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = finished.rbegin(); block != finished.rend(); ++block) {
      if (*block == exit) continue;
      int found = at(blocks.successors, *block).empty() ? exit : -1;
      for (int successor : at(blocks.successors, *block)) {
        if (at(dominator, successor) == -1) continue;
        found = found == -1 ? successor : meet(successor, found);
      }
      if (found != at(dominator, *block)) {
        at(dominator, *block) = found;
        changed = true;
      }
    }
  }
  dominator.pop_back();
  std::ranges::replace(dominator, exit, -1);
  return dominator;
}

}  // namespace

control_flow analyze(const std::vector<control_flow_node>& nodes) {
  control_flow flow;
  flow.leader.assign(nodes.size(), false);
  if (nodes.empty()) return flow;
  flow.leader[0] = true;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (int target : nodes[n].targets) at(flow.leader, target) = true;
    if ((!nodes[n].targets.empty() || !nodes[n].falls_through) && n + 1 < nodes.size()) flow.leader[n + 1] = true;
  }
  const basic_blocks blocks = cut_into_blocks(nodes, flow.leader);
  const std::vector<int> position = reading_order(blocks), dominator = post_dominators(blocks);

  std::vector<int> block_at(blocks.begin.size());  // by position
  for (int block = 0; block < blocks.count(); ++block) at(block_at, at(position, block)) = block;
  flow.order.resize(nodes.size());
  int next = 0;
  for (int block : block_at) {
    const int end = block + 1 < blocks.count() ? at(blocks.begin, block + 1) : static_cast<int>(nodes.size());
    for (int n = at(blocks.begin, block); n < end; ++n) at(flow.order, n) = next++;
  }
  flow.reconvergence.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const int join = at(dominator, blocks.block_of[n]);
    flow.reconvergence[n] = join == -1 ? -1 : at(blocks.begin, join);
  }
  return flow;
}

}  // namespace warpfold::simt
