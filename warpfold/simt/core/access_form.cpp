#include "warpfold/simt/core/access_form.hpp"

#include <string_view>

#include "warpfold/simt/core/isa_table.hpp"

namespace warpfold::simt {
namespace {

ptx::space space_of(const form& f) {
  if (f.has("global")) return ptx::space::global;
  if (f.has("shared") || f.has("shared::cta") || f.has("shared::cluster")) return ptx::space::shared;
  if (f.has("local")) return ptx::space::local;
  if (f.has("param") || f.has("param::entry") || f.has("param::func")) return ptx::space::param;
  if (f.has("const")) return ptx::space::constant;
  return ptx::space::generic;
}

memory_order order_of(const form& f, bool atomic) {
  if (f.has("acquire")) return memory_order::acquire;
  if (f.has("release")) return memory_order::release;
  if (f.has("acq_rel")) return memory_order::acquire_release;
  if (f.has("relaxed") || f.has("mmio")) return memory_order::relaxed;
  if (f.has("volatile")) return memory_order::relaxed_volatile;
  return atomic ? memory_order::relaxed : memory_order::weak;
}

memory_scope scope_of(const form& f, memory_order order) {
  if (f.has("cta")) return memory_scope::block;
  if (f.has("cluster")) return memory_scope::cluster;
  if (f.has("gpu")) return memory_scope::gpu;
  if (f.has("sys") || order == memory_order::relaxed_volatile) return memory_scope::system;
  return order == memory_order::weak ? memory_scope::none : memory_scope::gpu;
}

}  // namespace

std::optional<memory_access> access_of(const form& f) {
  if (f.row().operands.find('m') == std::string_view::npos) return std::nullopt;
  const std::string_view mnemonic = f.row().mnemonic;
  memory_access access;
  if (mnemonic == "st") access.kind = access_kind::store;
  if (mnemonic == "atom") access.kind = access_kind::atomic;
  if (mnemonic == "red") access.kind = access_kind::reduction;
  access.space = space_of(f);
  if (mnemonic == "cp" || mnemonic == "clusterlaunchcontrol") access.order = memory_order::weak;
  access.order = order_of(f, mnemonic == "atom" || mnemonic == "red");
  access.scope = scope_of(f, access.order);
  const int bytes = ptx::size_in_bytes(f.type());
  access.element_bytes = static_cast<std::uint32_t>(bytes > 0 ? bytes : 8);
  return access;
}

}  // namespace warpfold::simt
