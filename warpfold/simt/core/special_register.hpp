// The special registers that warps carry as columns (ISA section 10), and those that are read at their time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "warpfold/simt/ptx/type.hpp"

namespace warpfold::simt {

enum class special_register : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_ctarank,
  cluster_nctarank,
  is_explicit_cluster,
  total_smem_size,
  aggr_smem_size,
  dynamic_smem_size,
  reserved_smem_offset_begin,
  reserved_smem_offset_end,
  reserved_smem_offset_cap,
  reserved_smem_offset_0,
  reserved_smem_offset_1,
  envreg1,
  envreg2,
  zero,
  // Not columns: their value depends on when they are read.
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
};

// Of "%tid.x"; nothing for one that the machine does not have.
std::optional<special_register> special_register_named(std::string_view name);

// u32 or u64, or pred for %is_explicit_cluster.
ptx::type type_of(special_register which);

constexpr bool depends_on_time(special_register which) {
  return which >= special_register::clock;
}

}  // namespace warpfold::simt
