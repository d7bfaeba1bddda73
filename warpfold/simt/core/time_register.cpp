#include "warpfold/simt/core/time_register.hpp"

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/special_register.hpp"

namespace warpfold::simt {

const instruction* read_time_register(const instruction* i, warp& w) {
  using enum special_register;
  const auto which = static_cast<special_register>(i->flags);
  const std::uint64_t in_turn = static_cast<std::uint64_t>(w.turn_begin - w.budget);
  const std::uint64_t clocks = w.owner->cycles + in_turn;
  const std::uint64_t nanoseconds = w.owner->run->elapsed + in_turn;
  const std::uint64_t value = which >= globaltimer ? nanoseconds : clocks;
  const std::uint64_t part = which == clock_hi || which == globaltimer_hi ? value >> 32 : value;
  w.poll();
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    if (i->operand[0].wide()) {
      w.column<std::uint64_t>(i->operand[0])[lane] = part;
    } else {
      w.column<std::uint32_t>(i->operand[0])[lane] = static_cast<std::uint32_t>(part);
    }
  }
  return i + 1;
}

}  // namespace warpfold::simt
