#include "warpfold/simt/core/diagnostic.hpp"

#include <fmt/format.h>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {

std::string source_of(const program& kernel, const instruction& i) {
  const ptx::instruction* origin = kernel.origin(i);
  if (origin == nullptr) return "the end of " + kernel.owners[i.index]->name;
  const auto file = static_cast<std::size_t>(origin->source.file);
  if (origin->source.file < 0 || file >= kernel.text->files.size()) return fmt::format("PTX line {}", origin->at.line);
  return fmt::format("{}:{}", kernel.text->files[file], origin->source.line);
}

std::string place_of(const instruction& i, const warp& w) {
  const program& kernel = w.owner->run->kernel;
  const auto& block = w.owner->index;
  return fmt::format("{} in {}, block {},{},{}, warp {}, lanes {:#010x}", source_of(kernel, i), kernel.kernel->name,
                     block[0], block[1], block[2], w.index, w.active);
}

}  // namespace warpfold::simt
