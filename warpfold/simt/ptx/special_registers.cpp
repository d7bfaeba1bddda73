#include "warpfold/simt/ptx/special_registers.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace warpfold::simt::ptx {
namespace {

constexpr std::array<std::string_view, 8> vectors = {
    "%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid",
};

constexpr std::array<std::string_view, 37> scalars = {
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%smid",
    "%nsmid",
    "%gridid",
    "%is_explicit_cluster",
    "%cluster_ctarank",
    "%cluster_nctarank",
    "%lanemask_eq",
    "%lanemask_le",
    "%lanemask_lt",
    "%lanemask_ge",
    "%lanemask_gt",
    "%clock",
    "%clock_hi",
    "%clock64",
    "%globaltimer",
    "%globaltimer_lo",
    "%globaltimer_hi",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_end",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_0",
    "%reserved_smem_offset_1",
    "%total_smem_size",
    "%aggr_smem_size",
    "%dynamic_smem_size",
    "%current_graph_exec",
    "%pm0_64",
    "%pm1_64",
    "%pm2_64",
    "%pm3_64",
    "%pm4_64",
    "%pm5_64",
    "%pm6_64",
    "%pm7_64",
};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "%pm7" of prefix "%pm" and count 8.
bool is_numbered(std::string_view name, std::string_view prefix, int count) {
  if (name.substr(0, prefix.size()) != prefix) return false;
  int number = -1;
  const char* const end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data() + prefix.size(), end, number);
  return problem == std::errc() && stop == end && number >= 0 && number < count;
}

}  // namespace

bool is_special_vector(std::string_view name) {
  return contains(vectors, name);
}

bool is_special_register(std::string_view name) {
  return is_special_vector(name) || contains(scalars, name) || is_numbered(name, "%pm", 8) ||
         is_numbered(name, "%envreg", 32);
}

}  // namespace warpfold::simt::ptx
