#include "warpfold/simt/core/special_register.hpp"

#include <utility>

namespace warpfold::simt {
namespace {

using enum special_register;

constexpr std::pair<std::string_view, special_register> names[] = {
    {"%tid.x", tid_x},
    {"%tid.y", tid_y},
    {"%tid.z", tid_z},
    {"%tid.w", zero},
    {"%ntid.x", ntid_x},
    {"%ntid.y", ntid_y},
    {"%ntid.z", ntid_z},
    {"%ntid.w", zero},
    {"%ctaid.x", ctaid_x},
    {"%ctaid.y", ctaid_y},
    {"%ctaid.z", ctaid_z},
    {"%ctaid.w", zero},
    {"%nctaid.x", nctaid_x},
    {"%nctaid.y", nctaid_y},
    {"%nctaid.z", nctaid_z},
    {"%nctaid.w", zero},
    {"%laneid", laneid},
    {"%warpid", warpid},
    {"%nwarpid", nwarpid},
    {"%smid", smid},
    {"%nsmid", nsmid},
    {"%gridid", gridid},
    {"%lanemask_eq", lanemask_eq},
    {"%lanemask_le", lanemask_le},
    {"%lanemask_lt", lanemask_lt},
    {"%lanemask_ge", lanemask_ge},
    {"%lanemask_gt", lanemask_gt},
    {"%clusterid.x", clusterid_x},
    {"%clusterid.y", clusterid_y},
    {"%clusterid.z", clusterid_z},
    {"%clusterid.w", zero},
    {"%nclusterid.x", nclusterid_x},
    {"%nclusterid.y", nclusterid_y},
    {"%nclusterid.z", nclusterid_z},
    {"%nclusterid.w", zero},
    {"%cluster_ctaid.x", cluster_ctaid_x},
    {"%cluster_ctaid.y", cluster_ctaid_y},
    {"%cluster_ctaid.z", cluster_ctaid_z},
    {"%cluster_ctaid.w", zero},
    {"%cluster_nctaid.x", cluster_nctaid_x},
    {"%cluster_nctaid.y", cluster_nctaid_y},
    {"%cluster_nctaid.z", cluster_nctaid_z},
    {"%cluster_nctaid.w", zero},
    {"%cluster_ctarank", cluster_ctarank},
    {"%cluster_nctarank", cluster_nctarank},
    {"%is_explicit_cluster", is_explicit_cluster},
    {"%total_smem_size", total_smem_size},
    {"%aggr_smem_size", aggr_smem_size},
    {"%dynamic_smem_size", dynamic_smem_size},
    {"%reserved_smem_offset_begin", reserved_smem_offset_begin},
    {"%reserved_smem_offset_end", reserved_smem_offset_end},
    {"%reserved_smem_offset_cap", reserved_smem_offset_cap},
    {"%reserved_smem_offset_0", reserved_smem_offset_0},
    {"%reserved_smem_offset_1", reserved_smem_offset_1},
    {"%envreg1", envreg1},
    {"%envreg2", envreg2},
    {"%clock", clock},
    {"%clock_hi", clock_hi},
    {"%clock64", clock64},
    {"%globaltimer", globaltimer},
    {"%globaltimer_lo", globaltimer_lo},
    {"%globaltimer_hi", globaltimer_hi},
};

}  // namespace

std::optional<special_register> special_register_named(std::string_view name) {
  for (const auto& [known, which] : names) {
    if (known == name) return which;
  }
  return std::nullopt;
}

ptx::type type_of(special_register which) {
  switch (which) {
    case gridid:
    case clock64:
    case globaltimer:
      return ptx::type::u64;
    case is_explicit_cluster:
      return ptx::type::pred;
    default:
      return ptx::type::u32;
  }
}

}  // namespace warpfold::simt
