#include "warpfold/simt/core/reports.hpp"

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {
namespace {

const std::vector<observer*>& listening(const warp& w, observer::interest what) {
  return w.owner->run->listening(what);
}

const warp_identity* identity(const warp& w) {
  return &w.owner->identities[w.index];
}

}  // namespace

void report_branch(const instruction* i, warp& w, lane_mask taken) {
  for (observer* one : listening(w, observer::branches)) one->branch({identity(w), i, w.active, taken});
}

void report_access(const instruction* i, warp& w, ptx::space space, const std::uint64_t* addresses) {
  const memory_access& access = *i->access;
  memory_event event;
  event.warp = identity(w);
  event.at = i;
  event.kind = access.kind;
  event.order = access.order;
  event.scope = access.scope;
  event.space = space;
  event.bytes = access.bytes();
  event.lanes = w.active;
  event.addresses = addresses;
  event.shared_owner = w.owner->linear;
  for (observer* one : listening(w, observer::accesses)) one->access(event);
}

void report_barrier(const instruction* i, warp& w, barrier_kind kind, int id, int expected, bool aligned, bool waits,
                    bool relaxed) {
  const barrier_event event{identity(w), i, kind, id, expected, aligned, waits, relaxed, w.active, w.live};
  for (observer* one : listening(w, observer::barriers)) one->barrier_arrives(event);
}

void report_warp_sync(const instruction* i, warp& w, lane_mask lanes, lane_mask members, bool orders_memory) {
  for (observer* one : listening(w, observer::warp_syncs)) {
    one->warp_sync({identity(w), i, lanes, members, orders_memory});
  }
}

void report_shuffle(const instruction* i, warp& w, lane_mask lanes, lane_mask members, const std::uint8_t* source) {
  for (observer* one : listening(w, observer::shuffles)) one->shuffle({identity(w), i, lanes, members, source});
}

void report_fence(const instruction* i, warp& w, memory_order order, memory_scope scope) {
  for (observer* one : listening(w, observer::fences)) one->fence({identity(w), i, order, scope, w.active});
}

void report_exit(const instruction* i, warp& w) {
  for (observer* one : listening(w, observer::exits)) one->exit({identity(w), i, w.active, w.live});
}

void report_async(const instruction* i, warp& w, async_action action) {
  for (observer* one : listening(w, observer::asyncs)) one->async({identity(w), i, action, w.active});
}

}  // namespace warpfold::simt
