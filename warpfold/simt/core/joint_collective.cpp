#include "warpfold/simt/core/joint_collective.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/lanes.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/operand_list.hpp"

namespace warpfold::simt {
namespace {

constexpr std::size_t room = 8 * lanes_per_warp;  // of an operand, in bytes

// What executes where the guard holds.
const handler* body_of(const instruction& i) {
  return i.guard.present() ? i.body : i.execute;
}

bool are_alike(const instruction& a, const instruction& b) {
  if (!std::equal(body_of(a), body_of(a) + 2, body_of(b)) || a.flags != b.flags || a.immediate != b.immediate)
    return false;
  return std::ranges::equal(a.operand, b.operand, [](column_ref one, column_ref other) {
    return one.present() == other.present() && (!one.present() || one.wide() == other.wide());
  });
}

struct operand_role {
  bool predicate = false, destination = false;
};

// By place in instruction::operand.
std::vector<operand_role> roles_of(const instruction& i, const program& kernel) {
  std::vector<operand_role> roles;
  const ptx::instruction& written = *kernel.origins[i.index];
  const operand_list expected(find_row(written.mnemonic, written.modifiers)->operands);
  for (const operand_list::item& item : expected.items()) {
    roles.push_back({item.type == 'p', item.destination});
    if (item.second) roles.push_back({true, true});
  }
  return roles;
}

// An instruction that does for all lanes what each one's own would do for it, on copies of their operands.
class joint_instruction {
 public:
  joint_instruction(const instruction& like, warp& w)
      : w_(w), made_(like), roles_(roles_of(like, w.owner->run->kernel)) {
    made_.guard = {};
    for (std::size_t n = 0; n < made_.operand.size(); ++n) {
      if (!made_.operand[n].present()) continue;
      const bool wide = made_.operand[n].wide();
      made_.operand[n] = column_ref(copies, static_cast<std::uint32_t>(room * n));
      if (wide) made_.operand[n] = made_.operand[n].with_width();
    }
    w_.base[static_cast<std::size_t>(copies)] = columns_[0];
  }
  ~joint_instruction() { w_.base[static_cast<std::size_t>(copies)] = nullptr; }
  joint_instruction(const joint_instruction&) = delete;
  joint_instruction& operator=(const joint_instruction&) = delete;

  void take_operands(const instruction& own, lane_mask lanes) {
    for_each_operand(own, [&](std::size_t n) { move(own.operand[n], made_.operand[n], lanes, roles_[n].predicate); });
  }
  void give_results(const instruction& own, lane_mask lanes) {
    for_each_operand(own, [&](std::size_t n) {
      if (roles_[n].destination) move(made_.operand[n], own.operand[n], lanes, roles_[n].predicate);
    });
  }
  void execute() { body_of(made_)[w_.partial](&made_, w_); }

 private:
  // The one that no operand of a program has.
  static constexpr auto copies = static_cast<column_ref::base>(3);

  template <class Visit>
  void for_each_operand(const instruction& own, Visit visit) {
    for (std::size_t n = 0; n < roles_.size(); ++n) {
      if (own.operand[n].present()) visit(n);
    }
  }

  void move(column_ref from, column_ref to, lane_mask lanes, bool predicate) {
    if (predicate) {
      lane_mask& column = *w_.column<lane_mask>(to);
      column = (column & ~lanes) | (w_.predicate(from) & lanes);
    } else if (from.wide()) {
      for_each_lane(lanes,
                    [&](int lane) { w_.column<std::uint64_t>(to)[lane] = w_.column<std::uint64_t>(from)[lane]; });
    } else {
      for_each_lane(lanes,
                    [&](int lane) { w_.column<std::uint32_t>(to)[lane] = w_.column<std::uint32_t>(from)[lane]; });
    }
  }

  warp& w_;
  alignas(64) std::byte columns_[maximum_operands][room] = {};
  instruction made_;
  std::vector<operand_role> roles_;
};

// The one mask that all lanes of the group name in their instruction's operand; 0 if they differ.
lane_mask named_by(const lane_group& group, std::size_t members, warp& w) {
  const auto* const masks = w.column<lane_mask>(group.at->operand[members]);
  const lane_mask named = masks[std::countr_zero(group.lanes)];
  bool same = true;
  for_each_lane(group.lanes, [&](int lane) { same &= masks[lane] == named; });
  return same ? named : 0;
}

}  // namespace

void join_elsewhere(const instruction* i, warp& w, column_ref members_of) {
  // The mask comes last; operands before it may be in the same column.
  const auto last = std::find(i->operand.rbegin(), i->operand.rend(), members_of);
  const auto members = static_cast<std::size_t>(i->operand.rend() - last - 1);
  lane_group& self = w.groups[static_cast<std::size_t>(w.current)];
  const lane_mask named = named_by(self, members, w);
  std::vector<lane_group*> joining = {&self};
  lane_mask lanes = self.lanes;
  for (int n = 0; n < w.group_count; ++n) {
    lane_group& other = w.groups[static_cast<std::size_t>(n)];
    if (n == w.current || other.state != group_state::at_warp_sync || !are_alike(*other.at, *i)) continue;
    if (named_by(other, members, w) != named) continue;
    joining.push_back(&other);
    lanes |= other.lanes;
  }
  if (joining.size() == 1 || named == 0 || (named & w.live & ~lanes) != 0) return;

  joint_instruction joint(*i, w);
  const lane_mask own = self.lanes;
  for (const lane_group* group : joining) joint.take_operands(*group->at, group->lanes);
  self.lanes = lanes;
  w.set_active(lanes);
  joint.execute();
  self.lanes = own;
  self.at = i;
  w.set_active(own);
  for (lane_group* group : joining) {
    joint.give_results(*group->at, group->lanes);
    group->at += 1;
    group->state = group_state::ready;
  }
}

}  // namespace warpfold::simt
