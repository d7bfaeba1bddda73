#include "warpfold/simt/core/async_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/cluster.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/locate.hpp"
#include "warpfold/simt/core/mbarrier.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/core/reports.hpp"

namespace warpfold::simt {
namespace {

template <class T>
void add_elements(std::byte* to, const std::byte* from, std::uint32_t bytes) {
  for (std::uint32_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T sum, more;
    std::memcpy(&sum, to + at, sizeof sum);
    std::memcpy(&more, from + at, sizeof more);
    sum = static_cast<T>(sum + more);
    std::memcpy(to + at, &sum, sizeof sum);
  }
}

void combine(copy_operation operation, std::byte* to, const std::byte* from, std::uint32_t bytes) {
  switch (operation) {
    case copy_operation::copy:
      std::memcpy(to, from, bytes);
      break;
    case copy_operation::add_u32:
      add_elements<std::uint32_t>(to, from, bytes);
      break;
    case copy_operation::add_u64:
      add_elements<std::uint64_t>(to, from, bytes);
      break;
    case copy_operation::add_f32:
      add_elements<float>(to, from, bytes);
      break;
    case copy_operation::add_f64:
      add_elements<double>(to, from, bytes);
      break;
  }
}

void perform(warp& w, const pending_copy& copy) {
  const instruction* const i = copy.at;
  const auto generic = ptx::space::generic;
  const auto kind = copy.operation == copy_operation::copy ? access_kind::store : access_kind::reduction;
  const std::byte* from = nullptr;
  if (copy.bytes > 0) {
    from = locate_copy(i, w, copy.lane, generic, copy.from, copy.bytes, access_kind::load);
    if (from == nullptr) return;
  }
  std::byte* const to = locate_copy(i, w, copy.lane, generic, copy.to, copy.bytes + copy.zeros, kind);
  if (to == nullptr) return;
  if (copy.byte_mask != 0xffff) {  // of every 16 bytes
    for (std::uint32_t n = 0; n < copy.bytes; ++n) {
      if ((copy.byte_mask >> n % 16 & 1) != 0) to[n] = from[n];
    }
  } else if (copy.bytes > 0) {
    combine(copy.operation, to, from, copy.bytes);
  }
  std::memset(to + copy.bytes, 0, copy.zeros);
  if (copy.mbarrier != 0) complete_bytes(i, w, copy.lane, generic, copy.mbarrier, copy.bytes + copy.zeros);
}

// Does the copies for which `due` holds, in the order of their issue.
template <class Due>
void complete_if(warp& w, Due due) {
  std::vector<pending_copy> now, later;
  for (pending_copy& copy : w.copies) (due(copy) ? now : later).push_back(copy);
  w.copies = std::move(later);
  for (const pending_copy& copy : now) perform(w, copy);
}

std::uint64_t generic_address(const instruction* i, warp& w, int lane, std::size_t n, bool shared) {
  const memory_access& access = *i->access;
  const std::uint64_t address = named_address(i, w, lane, static_cast<int>(access.address_operands[n]),
                                              access.offsets[n], shared ? ptx::space::shared : ptx::space::generic);
  return shared && !in_window(shared_window, address) ? shared_window | address : address;
}

std::uint32_t value_of(const instruction* i, warp& w, int lane, std::size_t operand) {
  return w.column<std::uint32_t>(i->operand[operand])[lane];
}

template <class Fill>
const instruction* issue(const instruction* i, warp& w, Fill fill) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    pending_copy copy;
    copy.at = i;
    copy.lane = std::countr_zero(left);
    fill(copy);
    w.copies.push_back(copy);
  }
  return i + 1;
}

// [shared], [global], bytes {, bytes that are read}: the rest is filled with zeros
const instruction* copy_elements(const instruction* i, warp& w) {
  return issue(i, w, [&](pending_copy& copy) {
    const std::uint32_t bytes = value_of(i, w, copy.lane, 2);
    if (bytes != 4 && bytes != 8 && bytes != 16) {
      throw guest_error(fmt::format("{}: copy of {} bytes, expected 4, 8 or 16", place_of(*i, w), bytes));
    }
    copy.to = generic_address(i, w, copy.lane, 0, true);
    copy.from = generic_address(i, w, copy.lane, 1, false);
    copy.bytes = i->operand[3].present() ? std::min(value_of(i, w, copy.lane, 3), bytes) : bytes;
    copy.zeros = bytes - copy.bytes;
  });
}

void check_bulk(const instruction* i, warp& w, std::uint32_t bytes) {
  if (bytes % 16 != 0) {
    throw guest_error(fmt::format("{}: bulk copy of {} bytes, expected a multiple of 16", place_of(*i, w), bytes));
  }
}

// [shared], [global or shared], bytes, [mbarrier]
template <bool FromShared>
const instruction* copy_bulk_to_shared(const instruction* i, warp& w) {
  return issue(i, w, [&](pending_copy& copy) {
    copy.bulk = true;
    copy.to = generic_address(i, w, copy.lane, 0, true);
    copy.from = generic_address(i, w, copy.lane, 1, FromShared);
    copy.bytes = value_of(i, w, copy.lane, 2);
    copy.mbarrier = generic_address(i, w, copy.lane, 2, true);
    check_bulk(i, w, copy.bytes);
  });
}

// [global], [shared], bytes {, mask of bytes}
template <copy_operation Operation, bool Masked>
const instruction* copy_bulk_to_global(const instruction* i, warp& w) {
  return issue(i, w, [&](pending_copy& copy) {
    copy.bulk = true;
    copy.operation = Operation;
    copy.to = generic_address(i, w, copy.lane, 0, false);
    copy.from = generic_address(i, w, copy.lane, 1, true);
    copy.bytes = value_of(i, w, copy.lane, 2);
    if (Masked) copy.byte_mask = static_cast<std::uint16_t>(value_of(i, w, copy.lane, i->operand[4].present() ? 4 : 3));
    check_bulk(i, w, copy.bytes);
  });
}

template <bool Bulk>
const instruction* commit(const instruction* i, warp& w) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const int group = w.committed[static_cast<std::size_t>(lane)][Bulk]++;
    for (pending_copy& copy : w.copies) {
      if (copy.lane == lane && copy.bulk == Bulk && copy.mbarrier == 0 && copy.group < 0) copy.group = group;
    }
  }
  if (w.owner->run->watched) report_async(i, w, async_action::commit);
  return i + 1;
}

// Until at most the latest N groups are pending.
template <bool Bulk>
const instruction* wait_groups(const instruction* i, warp& w) {
  complete_if(w, [&](const pending_copy& copy) {
    if ((w.active >> copy.lane & 1) == 0 || copy.bulk != Bulk || copy.group < 0) return false;
    const std::uint32_t left = value_of(i, w, copy.lane, 0);
    const auto later =
        static_cast<std::uint32_t>(w.committed[static_cast<std::size_t>(copy.lane)][Bulk] - 1 - copy.group);
    return later >= left;
  });
  if (w.owner->run->watched) report_async(i, w, async_action::wait);
  return i + 1;
}

const instruction* wait_all(const instruction* i, warp& w) {
  complete_if(w, [&](const pending_copy& copy) { return (w.active >> copy.lane & 1) != 0 && !copy.bulk; });
  if (w.owner->run->watched) report_async(i, w, async_action::wait);
  return i + 1;
}

// The arrival follows the lane's copies so far: they are done now, and it arrives.
template <bool Counted>
const instruction* arrive_after_copies(const instruction* i, warp& w) {
  complete_if(w, [&](const pending_copy& copy) { return (w.active >> copy.lane & 1) != 0 && !copy.bulk; });
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    arrive_for_copies(i, w, lane, ptx::space::generic, generic_address(i, w, lane, 0, true), Counted);
  }
  return i + 1;
}

handler reduction_for(const form& f) {
  if (!f.has("add")) return nullptr;
  switch (f.type()) {
    case ptx::type::u32:
    case ptx::type::s32:
      return copy_bulk_to_global<copy_operation::add_u32, false>;
    case ptx::type::u64:
    case ptx::type::s64:
      return copy_bulk_to_global<copy_operation::add_u64, false>;
    case ptx::type::f32:
      return copy_bulk_to_global<copy_operation::add_f32, false>;
    case ptx::type::f64:
      return copy_bulk_to_global<copy_operation::add_f64, false>;
    default:
      return nullptr;
  }
}

handler copy_handler(const form& f) {
  const bool bulk = f.has("bulk");
  if (f.has("reduce")) return reduction_for(f);
  if (f.has("commit_group")) return bulk ? commit<true> : commit<false>;
  if (f.has("wait_group")) return bulk ? wait_groups<true> : wait_groups<false>;
  if (f.has("wait_all")) return wait_all;
  if (f.has("arrive")) return f.has("noinc") ? arrive_after_copies<false> : arrive_after_copies<true>;
  if (!bulk) return copy_elements;
  if (f.has("bulk_group")) {
    return f.has("cp_mask") ? copy_bulk_to_global<copy_operation::copy, true>
                            : copy_bulk_to_global<copy_operation::copy, false>;
  }
  return f.has("global") ? copy_bulk_to_shared<false> : copy_bulk_to_shared<true>;
}

}  // namespace

bound bind_copy_instruction(const form& f) {
  const handler h = copy_handler(f);
  return {h, h};
}

void complete_bulk_copies(warp& w) {
  for (block& b : w.owner->owner->blocks) {
    for (warp& other : b.warps) {
      if (!other.copies.empty()) complete_if(other, [](const pending_copy& copy) { return copy.mbarrier != 0; });
    }
  }
}

void complete_copies(warp& w, lane_mask lanes) {
  if (!w.copies.empty()) complete_if(w, [&](const pending_copy& copy) { return (lanes >> copy.lane & 1) != 0; });
}

}  // namespace warpfold::simt
