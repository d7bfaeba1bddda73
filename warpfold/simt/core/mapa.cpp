#include "warpfold/simt/core/mapa.hpp"

#include <bit>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"

namespace warpfold::simt {
namespace {

std::uint64_t value_of(warp& w, column_ref ref, int lane) {
  return ref.wide() ? w.column<std::uint64_t>(ref)[lane] : w.column<std::uint32_t>(ref)[lane];
}

// The predicate of operand 0 becomes holds(a) of operand 1.
template <class Holds>
const instruction* decide(const instruction* i, warp& w, Holds holds) {
  lane_mask lanes = 0;
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (holds(value_of(w, i->operand[1], lane))) lanes |= 1u << lane;
  }
  w.set_predicate(i->operand[0], lanes);
  return i + 1;
}

}  // namespace

const instruction* map_address(const instruction* i, warp& w) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t address = value_of(w, i->operand[1], lane);
    const std::uint32_t rank = w.column<std::uint32_t>(i->operand[2])[lane];
    const std::uint32_t mapped =
        shared_address(static_cast<std::uint32_t>(address) & shared_offset_mask, static_cast<int>(rank & 0x7f));
    if (i->operand[0].wide()) {
      w.column<std::uint64_t>(i->operand[0])[lane] = (address & ~(window_bytes - 1)) | mapped;
    } else {
      w.column<std::uint32_t>(i->operand[0])[lane] = mapped;
    }
  }
  return i + 1;
}

const instruction* rank_of_address(const instruction* i, warp& w) {
  std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const int rank = shared_rank(static_cast<std::uint32_t>(value_of(w, i->operand[1], lane)));
    destination[lane] = rank < 0 ? w.owner->rank : static_cast<std::uint32_t>(rank);
  }
  return i + 1;
}

const instruction* is_own_shared(const instruction* i, warp& w) {
  return decide(i, w, [&](std::uint64_t address) {
    const int rank = shared_rank(static_cast<std::uint32_t>(address));
    return in_window(shared_window, address) && (rank < 0 || rank == static_cast<int>(w.owner->rank));
  });
}

const instruction* is_constant(const instruction* i, warp& w) {
  return decide(i, w, [&](std::uint64_t address) {
    const allocation* owner = w.owner->run->global.find(address);
    return owner != nullptr && owner->kind == memory_kind::constant;
  });
}

}  // namespace warpfold::simt
