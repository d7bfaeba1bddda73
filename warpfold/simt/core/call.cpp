#include "warpfold/simt/core/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "warpfold/simt/core/async_copy.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/builtin.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/core/reports.hpp"

namespace warpfold::simt {
namespace {

constexpr std::size_t deepest_call = 1024;

// Copies the lanes' values from some variables, of the registers that begin at `base`, to others.
void copy_lanes(warp& w, const std::byte* base, const std::vector<param_variable>& from,
                const std::vector<param_variable>& to, lane_mask lanes) {
  for (std::size_t n = 0; n < from.size(); ++n) {
    const std::size_t bytes = std::min(from[n].size, to[n].size);
    for (lane_mask left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      std::memcpy(w.base[0] + to[n].offset + lane * to[n].size, base + from[n].offset + lane * from[n].size, bytes);
    }
  }
}

// Gives the lanes the registers that the frame has kept.
void restore(warp& w, const call_frame& frame, lane_mask lanes) {
  const std::byte* const kept = frame.kept.data() - frame.called->registers_begin;
  for (const auto& [offset, bytes] : frame.called->columns) {
    if (bytes == 0) {
      lane_mask before = 0;
      std::memcpy(&before, kept + offset, sizeof before);
      lane_mask& predicate = *w.column<lane_mask>(column_ref(column_ref::base::registers, offset));
      predicate = (predicate & ~lanes) | (before & lanes);
      continue;
    }
    for (lane_mask left = lanes; left != 0; left &= left - 1) {
      const std::size_t at = offset + static_cast<std::size_t>(std::countr_zero(left)) * bytes;
      std::memcpy(w.base[0] + at, kept + at, bytes);
    }
  }
}

void move_local_frame(warp& w, lane_mask lanes, std::uint64_t bytes) {
  const column_ref frame = w.owner->run->kernel.local_frame;
  if (!frame.present()) return;
  for (lane_mask left = lanes; left != 0; left &= left - 1) {
    w.column<std::uint64_t>(frame)[std::countr_zero(left)] += bytes;
  }
}

// The lanes of `among` whose value in the column is that of the first.
lane_mask lanes_like_first(const std::uint64_t* column, lane_mask among) {
  const std::uint64_t value = column[std::countr_zero(among)];
  lane_mask same = 0;
  for (lane_mask left = among; left != 0; left &= left - 1) {
    if (column[std::countr_zero(left)] == value) same |= 1u << std::countr_zero(left);
  }
  return same;
}

const callee& called_by(const instruction* i, warp& w) {
  if (i->call->target != nullptr) return *i->call->target;
  const std::uint64_t address = w.column<std::uint64_t>(i->operand[0])[std::countr_zero(w.active)];
  const program& kernel = w.owner->run->kernel;
  for (const callee& function : kernel.callees) {
    if (function.address == address) {
      const bool fits =
          function.parameters.size() == i->call->arguments.size() && function.results.size() == i->call->results.size();
      if (!fits) throw guest_error(place_of(*i, w) + ": call of a function with other parameters");
      return function;
    }
  }
  throw guest_error(fmt::format("{}: call of address {:#x}: not a function", place_of(*i, w), address));
}

}  // namespace

const instruction* call_function(const instruction* i, warp& w) {
  if (i->call->builtin != builtin_function::none) return call_builtin(i, w);
  if (i->call->target == nullptr) {
    // Lanes that call different functions part.
    const lane_mask same = lanes_like_first(w.column<std::uint64_t>(i->operand[0]), w.active);
    if (same != w.active) w.keep(same, i);
  }
  const callee& function = called_by(i, w);
  if (w.frames.size() >= deepest_call) throw guest_error(place_of(*i, w) + ": calls are nested too deeply");
  call_frame& frame = w.frames.emplace_back();
  frame.call = i;
  frame.called = &function;
  frame.lanes = w.active;
  if (function.recursive) {
    // The lanes may be in the function already: what they have there is kept for their return.
    frame.kept.assign(w.base[0] + function.registers_begin, w.base[0] + function.registers_end);
    move_local_frame(w, w.active, w.owner->run->kernel.local_bytes);
  }
  copy_lanes(w, w.base[0], i->call->arguments, function.parameters, w.active);
  return function.entry;
}

const instruction* return_to_caller(const instruction* i, warp& w) {
  // The innermost call that the first lane is in, and the lanes that return from it now.
  const lane_mask first = w.active & (~w.active + 1);
  auto frame =
      std::find_if(w.frames.rbegin(), w.frames.rend(), [&](const call_frame& f) { return (f.lanes & first) != 0; });
  lane_mask deeper = 0;
  for (auto inner = w.frames.rbegin(); inner != frame; ++inner) deeper |= inner->lanes;
  const lane_mask returning = w.active & frame->lanes & ~deeper;
  if (returning != w.active) w.keep(returning, i);

  const instruction* const call = frame->call;
  const callee& function = *frame->called;
  if (function.recursive) {
    const std::vector<std::byte> inner(w.base[0] + function.registers_begin, w.base[0] + function.registers_end);
    restore(w, *frame, returning);
    copy_lanes(w, inner.data() - function.registers_begin, function.results, call->call->results, returning);
    move_local_frame(w, returning, std::uint64_t{0} - w.owner->run->kernel.local_bytes);
  } else {
    copy_lanes(w, w.base[0], function.results, call->call->results, returning);
  }
  frame->lanes &= ~returning;
  std::erase_if(w.frames, [](const call_frame& f) { return f.lanes == 0; });
  return call + 1;
}

const instruction* exit_lanes(const instruction* i, warp& w) {
  if (w.owner->run->watched) report_exit(i, w);
  complete_copies(w, w.active);
  for (call_frame& frame : w.frames) frame.lanes &= ~w.active;
  std::erase_if(w.frames, [](const call_frame& f) { return f.lanes == 0; });
  w.exit_active();
  return nullptr;
}

const instruction* trap_lanes(const instruction* i, warp& w) {
  throw guest_error(place_of(*i, w) + ": trap");
}

const instruction* local_address(const instruction* i, warp& w) {
  const std::uint64_t* const frame = w.column<std::uint64_t>(w.owner->run->kernel.local_frame);
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (i->operand[0].wide()) {
      w.column<std::uint64_t>(i->operand[0])[lane] = w.column<std::uint64_t>(i->operand[1])[lane] + frame[lane];
    } else {
      w.column<std::uint32_t>(i->operand[0])[lane] =
          w.column<std::uint32_t>(i->operand[1])[lane] + static_cast<std::uint32_t>(frame[lane]);
    }
  }
  return i + 1;
}

const instruction* jump_by_table(const instruction* i, warp& w) {
  const std::uint32_t* const index = w.column<std::uint32_t>(i->operand[0]);
  const std::uint32_t chosen = index[std::countr_zero(w.active)];
  if (chosen >= i->table->targets.size()) {
    throw guest_error(fmt::format("{}: index {} of a table of {}", place_of(*i, w), chosen, i->table->targets.size()));
  }
  lane_mask same = 0;
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    if (index[std::countr_zero(left)] == chosen) same |= 1u << std::countr_zero(left);
  }
  const instruction* const target = i->table->targets[chosen];
  // The others come back to this instruction with fewer targets among them.
  return same == w.active ? target : w.part(same, target, i, i->reconvergence);
}

}  // namespace warpfold::simt
