#include "warpfold/simt/model/gpu.hpp"

#include <algorithm>
#include <iterator>

namespace warpfold::simt {
namespace {

constexpr gpu presets[] = {
#define WARPFOLD_GPU(name, capability, sms, gpcs, threads, blocks, registers, shared_sm, shared_block, reserved, \
                     cluster, gibibytes, gigabytes_per_second, megahertz)                                        \
  {#name,                                                                                                        \
   capability,                                                                                                   \
   sms,                                                                                                          \
   gpcs,                                                                                                         \
   threads,                                                                                                      \
   blocks,                                                                                                       \
   registers,                                                                                                    \
   shared_sm * 1024,                                                                                             \
   shared_block * 1024,                                                                                          \
   reserved,                                                                                                     \
   cluster,                                                                                                      \
   std::uint64_t{gibibytes} << 30,                                                                               \
   gigabytes_per_second * 1e9,                                                                                   \
   megahertz * 1e6},
#include "warpfold/simt/model/gpus.def"
};

}  // namespace

std::span<const gpu> gpus() {
  return presets;
}

const gpu* find_gpu(std::string_view name) {
  const auto found = std::ranges::find(presets, name, &gpu::name);
  return found == std::end(presets) ? nullptr : found;
}

}  // namespace warpfold::simt
