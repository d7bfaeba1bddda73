// Telling observers, for bodies: called in programs that are decoded for watching only.
#pragma once

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

void report_branch(const instruction* i, warp& w, lane_mask taken);
void report_access(const instruction* i, warp& w, ptx::space space, const std::uint64_t* addresses);
void report_barrier(const instruction* i, warp& w, barrier_kind kind, int id, int expected, bool aligned, bool waits,
                    bool relaxed);
void report_warp_sync(const instruction* i, warp& w, lane_mask lanes, lane_mask members, bool orders_memory);
void report_shuffle(const instruction* i, warp& w, lane_mask lanes, lane_mask members, const std::uint8_t* source);
void report_fence(const instruction* i, warp& w, memory_order order, memory_scope scope);
void report_exit(const instruction* i, warp& w);
void report_async(const instruction* i, warp& w, async_action action);

}  // namespace warpfold::simt
