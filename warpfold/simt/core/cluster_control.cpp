#include "warpfold/simt/core/cluster_control.hpp"

#include <bit>
#include <cstring>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/locate.hpp"
#include "warpfold/simt/core/mbarrier.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {
namespace {

constexpr std::uint32_t response_bytes = 16;

// [response], [mbarrier]: 16 zero bytes say "not canceled".
const instruction* try_cancel(const instruction* i, warp& w) {
  const memory_access& access = *i->access;
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const auto address = [&](std::size_t n) {
      return shared_window | named_address(i, w, lane, static_cast<int>(access.address_operands[n]), access.offsets[n],
                                           ptx::space::shared);
    };
    const auto generic = ptx::space::generic;
    std::byte* const to = locate_copy(i, w, lane, generic, address(0), response_bytes, access_kind::store);
    if (to != nullptr) std::memset(to, 0, response_bytes);
    complete_bytes(i, w, lane, generic, address(1), response_bytes);
  }
  return i + 1;
}

const instruction* is_canceled(const instruction* i, warp& w) {
  w.set_predicate(i->operand[0], 0);
  return i + 1;
}

const instruction* first_block(const instruction* i, warp& w) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    w.column<std::uint32_t>(i->operand[0])[std::countr_zero(left)] = 0;
  }
  return i + 1;
}

}  // namespace

bound bind_cluster_control_instruction(const form& f) {
  const handler h = f.has("try_cancel") ? try_cancel : f.has("is_canceled") ? is_canceled : first_block;
  return {h, h};
}

}  // namespace warpfold::simt
