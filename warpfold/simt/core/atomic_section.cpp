#include "warpfold/simt/core/atomic_section.hpp"

#include <mutex>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"

namespace warpfold::simt {
namespace {

std::mutex updating;

}  // namespace

atomic_section::atomic_section(warp& w) : locked_(w.owner->run->parallel) {
  if (locked_) updating.lock();
}

atomic_section::~atomic_section() {
  if (locked_) updating.unlock();
}

}  // namespace warpfold::simt
