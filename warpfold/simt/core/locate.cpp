#include "warpfold/simt/core/locate.hpp"

#include <fmt/format.h>

#include <bit>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/cluster.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {
namespace {

std::string_view described(fault_reason reason) {
  switch (reason) {
    case fault_reason::unallocated:
      return "not allocated";
    case fault_reason::freed:
      return "freed before";
    case fault_reason::past_end:
      return "past the end";
    case fault_reason::misaligned:
      return "misaligned";
    case fault_reason::host_memory:
      return "memory of the host";
    case fault_reason::device_memory:
      return "memory of the device";
    case fault_reason::read_only:
      return "read only";
  }
  return {};
}

std::string_view described(access_kind kind) {
  switch (kind) {
    case access_kind::load:
      return "load";
    case access_kind::store:
      return "store";
    case access_kind::atomic:
      return "atomic";
    case access_kind::reduction:
      return "reduction";
  }
  return {};
}

void refuse(const instruction* i, warp& w, lane_mask lanes, const resolved_access& first, std::uint32_t bytes,
            access_kind kind, const std::uint64_t* addresses) {
  const launch_run& run = *w.owner->run;
  const auto& listeners = run.listening(observer::faults);
  if (listeners.empty()) {
    throw guest_error(fmt::format("{}: {} of {} bytes at {} address {:#x}: {}", place_of(*i, w), described(kind), bytes,
                                  ptx::spelling(first.space), addresses[std::countr_zero(lanes)],
                                  described(first.reason)));
  }
  fault_event event;
  event.warp = &w.owner->identities[w.index];
  event.at = i;
  event.reason = first.reason;
  event.kind = kind;
  event.space = first.space;
  event.bytes = bytes;
  event.lanes = lanes;
  event.addresses = addresses;
  event.nearest = first.nearest;
  event.limit = first.limit;
  for (observer* one : listeners) one->fault(event);
}

void report(const instruction* i, warp& w, lane_mask lanes, const resolved_access& first, std::uint32_t bytes,
            access_kind kind, const std::uint64_t* addresses, bool asynchronous) {
  const auto& listeners = w.owner->run->listening(observer::accesses);
  if (listeners.empty()) return;
  memory_event event;
  event.warp = &w.owner->identities[w.index];
  event.at = i;
  event.kind = kind;
  event.order = i->access->order;
  event.scope = i->access->scope;
  event.space = first.space;
  event.bytes = bytes;
  event.lanes = lanes;
  event.addresses = addresses;
  event.shared_owner = first.shared_owner;
  event.asynchronous = asynchronous;
  for (observer* one : listeners) one->access(event);
}

resolved_access resolve_shared(warp& w, std::uint32_t address, std::uint32_t bytes) {
  const int rank = shared_rank(address);
  const block* owner = w.owner;
  resolved_access found;
  found.space = ptx::space::shared;
  found.reason = fault_reason::past_end;
  found.limit = w.shared_bytes;
  found.address = address;
  if (rank >= 0) {
    if (static_cast<std::uint32_t>(rank) >= w.owner->run->cluster_size) return found;
    owner = &w.owner->owner->blocks[static_cast<std::size_t>(rank)];
    found.address = address & shared_offset_mask;
  }
  found.shared_owner = owner->linear;
  if (found.address + bytes > w.shared_bytes) return found;
  found.at = const_cast<block*>(owner)->shared.data() + found.address;
  return found;
}

resolved_access resolve_local(warp& w, int lane, std::uint64_t address, std::uint32_t bytes) {
  resolved_access found;
  found.space = ptx::space::local;
  found.reason = fault_reason::past_end;
  found.limit = w.local_bytes;
  found.address = address;
  if (address + bytes <= w.local_bytes) {
    found.at = w.local + static_cast<std::size_t>(lane) * w.local_bytes + address;
  }
  return found;
}

resolved_access resolve_parameter(warp& w, std::uint64_t address, std::uint32_t bytes, access_kind kind) {
  const launch_run& run = *w.owner->run;
  resolved_access found;
  found.space = ptx::space::param;
  found.reason = kind == access_kind::load ? fault_reason::past_end : fault_reason::read_only;
  found.limit = run.kernel.parameter_bytes;
  found.address = address;
  if (kind == access_kind::load && address + bytes <= found.limit) {
    found.at = const_cast<std::byte*>(w.parameters) + address;  // only loaded from
  }
  return found;
}

void touch_pages(const instruction* i, warp& w, allocation& owner, std::uint64_t address, std::uint32_t bytes,
                 access_kind kind) {
  const int faults = owner.pages->touch_from_device(address, bytes, kind != access_kind::load);
  if (faults == 0 || !w.owner->run->watched) return;
  const page_fault_event event{&w.owner->identities[w.index], i, &owner, faults};
  for (observer* one : w.owner->run->listening(observer::page_faults)) one->page_fault(event);
}

resolved_access resolve_global(const instruction* i, warp& w, std::uint64_t address, std::uint32_t bytes,
                               access_kind kind) {
  resolved_access found;
  found.address = address;
  allocation* owner = w.owner->run->global.find(address);
  found.nearest = owner;
  if (owner == nullptr) return found;
  found.limit = owner->size;
  const std::uint64_t offset = address - owner->address;
  if (owner->freed) {
    found.reason = fault_reason::freed;
  } else if (offset > owner->size || bytes > owner->size - offset) {
    found.reason = fault_reason::past_end;
  } else if (owner->kind == memory_kind::host) {
    found.reason = fault_reason::host_memory;
  } else if (owner->kind == memory_kind::constant && kind != access_kind::load) {
    found.reason = fault_reason::read_only;
  } else {
    found.at = owner->bytes.get() + offset;
    if (owner->pages) {
      touch_pages(i, w, *owner, address, bytes, kind);
    } else if (owner->kind == memory_kind::device || owner->kind == memory_kind::pinned) {
      w.windows[i->index % windows_per_warp] = {owner->address, owner->end(), owner->bytes.get()};
    }
  }
  return found;
}

resolved_access resolve_anywhere(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                                 std::uint32_t bytes, access_kind kind) {
  switch (space) {
    case ptx::space::shared:
      return resolve_shared(w, static_cast<std::uint32_t>(address), bytes);
    case ptx::space::local:
      return resolve_local(w, lane, address, bytes);
    case ptx::space::param:
      return resolve_parameter(w, address, bytes, kind);
    case ptx::space::generic:
      if (in_window(shared_window, address)) return resolve_shared(w, static_cast<std::uint32_t>(address), bytes);
      if (in_window(local_window, address)) return resolve_local(w, lane, address - local_window, bytes);
      if (in_window(param_window, address)) return resolve_parameter(w, address - param_window, bytes, kind);
      return resolve_global(i, w, address, bytes, kind);
    default:
      return resolve_global(i, w, address, bytes, kind);
  }
}

}  // namespace

resolved_access resolve(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                        std::uint32_t bytes, access_kind kind) {
  resolved_access found = resolve_anywhere(i, w, lane, space, address, bytes, kind);
  // Natural alignment is required of the whole access, where its size is a power of two.
  if (std::has_single_bit(bytes) && bytes <= 32 && (address & (bytes - 1)) != 0) {
    found.at = nullptr;
    found.reason = fault_reason::misaligned;
  }
  return found;
}

std::uint64_t named_address(const instruction* i, warp& w, int lane, int operand, std::int64_t offset,
                            ptx::space space) {
  const column_ref ref = i->operand[static_cast<std::size_t>(operand)];
  const bool is_wide = ref.wide();
  const std::uint64_t base = is_wide ? w.column<std::uint64_t>(ref)[lane] : w.column<std::uint32_t>(ref)[lane];
  const std::uint64_t sum = base + static_cast<std::uint64_t>(offset);
  return space == ptx::space::shared || !is_wide ? static_cast<std::uint32_t>(sum) : sum;
}

void locate_slowly(const instruction* i, warp& w, std::byte** at) {
  const memory_access& access = *i->access;
  const std::uint32_t bytes = access.bytes();
  if (access.stride != 0) {  // a `.param` variable: the lane's own copy
    std::byte* const first = w.base[0] + i->operand[access.address_operand].offset() + i->immediate;
    for (int lane = 0; lane < lanes_per_warp; ++lane) at[lane] = first + static_cast<std::size_t>(lane) * access.stride;
    return;
  }
  std::uint64_t addresses[lanes_per_warp];
  resolved_access found[lanes_per_warp];
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t address =
        named_address(i, w, lane, static_cast<int>(access.address_operand), i->immediate, access.space);
    found[lane] = resolve(i, w, lane, access.space, address, bytes, access.kind);
    addresses[lane] = found[lane].address;
    at[lane] = found[lane].at;
  }
  const bool watched = w.owner->run->watched;
  for (lane_mask left = w.active; left != 0;) {
    const resolved_access& first = found[std::countr_zero(left)];
    lane_mask same = 0;
    for (lane_mask rest = left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const resolved_access& other = found[lane];
      if ((other.at == nullptr) == (first.at == nullptr) && other.space == first.space &&
          (first.at != nullptr ? other.shared_owner == first.shared_owner : other.reason == first.reason)) {
        same |= 1u << lane;
      }
    }
    if (first.at == nullptr) {
      refuse(i, w, same, first, bytes, access.kind, addresses);
      for (lane_mask rest = same; rest != 0; rest &= rest - 1) {
        at[std::countr_zero(rest)] = w.owner->run->refused_at(access.kind == access_kind::load);
      }
    } else if (watched) {
      report(i, w, same, first, bytes, access.kind, addresses, false);
    }
    left &= ~same;
  }
}

std::byte* locate_copy(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                       std::uint32_t bytes, access_kind kind) {
  const resolved_access found = resolve(i, w, lane, space, address, bytes, kind);
  std::uint64_t addresses[lanes_per_warp];
  addresses[lane] = found.address;
  if (found.at == nullptr) {
    refuse(i, w, 1u << lane, found, bytes, kind, addresses);
  } else if (w.owner->run->watched) {
    report(i, w, 1u << lane, found, bytes, kind, addresses, true);
  }
  return found.at;
}

std::byte* locate_silently(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                           std::uint32_t bytes, resolved_access* found) {
  *found = resolve(i, w, lane, space, address, bytes, access_kind::atomic);
  if (found->at == nullptr) {
    std::uint64_t addresses[lanes_per_warp];
    addresses[lane] = found->address;
    refuse(i, w, 1u << lane, *found, bytes, access_kind::atomic, addresses);
  }
  return found->at;
}

}  // namespace warpfold::simt
