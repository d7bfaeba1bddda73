// From the guest's addresses to the host's: where lanes' memory accesses go.
#pragma once

#include <cstddef>
#include <cstdint>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/ptx/type.hpp"

namespace warpfold::simt {

// One lane's access, resolved.
struct resolved_access {
  std::byte* at = nullptr;  // null: refused
  ptx::space space = ptx::space::global;
  std::uint64_t address = 0;       // in that space; see memory_event
  std::uint64_t shared_owner = 0;  // shared: linear index of the block
  fault_reason reason = fault_reason::unallocated;
  const allocation* nearest = nullptr;
  std::uint64_t limit = 0;
};

// `address` is in the space that the instruction names, or generic.
resolved_access resolve(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                        std::uint32_t bytes, access_kind kind);

// The address that the lane names in an operand of the instruction: register plus offset, wrapped to 32 bits in spaces
// of that size.
std::uint64_t named_address(const instruction* i, warp& w, int lane, int operand, std::int64_t offset,
                            ptx::space space);

// For the active lanes: at[lane] is where the access that the instruction describes goes. Refused accesses end the
// launch, unless an observer listens to faults: then they are reported, and `at` is zeros to load and room to store.
// Accesses that are not refused are reported to those who listen.
void locate_slowly(const instruction* i, warp& w, std::byte** at);

// What of an access is done on behalf of a lane later, or by a unit of its own: resolves, and reports either way. Null
// if refused.
std::byte* locate_copy(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                       std::uint32_t bytes, access_kind kind);

// Same, without a report to those who listen to accesses: of an mbarrier, whose operations are events of their own.
std::byte* locate_silently(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                           std::uint32_t bytes, resolved_access* found);

}  // namespace warpfold::simt
