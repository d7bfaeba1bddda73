#include "warpfold/simt/core/fence.hpp"

#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/reports.hpp"

namespace warpfold::simt {
namespace {

const instruction* go_on(const instruction* i, warp&) {
  return i + 1;
}

template <memory_order Order, memory_scope Scope>
const instruction* fence(const instruction* i, warp& w) {
  report_fence(i, w, Order, Scope);
  return i + 1;
}

template <memory_order Order>
handler with_scope(const form& f) {
  if (f.has("cta")) return fence<Order, memory_scope::block>;
  if (f.has("cluster")) return fence<Order, memory_scope::cluster>;
  if (f.has("sys")) return fence<Order, memory_scope::system>;
  return fence<Order, memory_scope::gpu>;
}

handler with_order(const form& f) {
  if (f.has("sc") || f.row().mnemonic == "membar") return with_scope<memory_order::sequential>(f);
  if (f.has("acquire")) return with_scope<memory_order::acquire>(f);
  if (f.has("release")) return with_scope<memory_order::release>(f);
  return with_scope<memory_order::acquire_release>(f);
}

}  // namespace

bound bind_fence_instruction(const form& f) {
  const handler h = f.watched() ? with_order(f) : go_on;
  return {h, h};
}

}  // namespace warpfold::simt
