// Keeps the threads of the host that run blocks of one launch out of each other's atomic updates.
#pragma once

#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

class atomic_section {
 public:
  explicit atomic_section(warp& w);
  ~atomic_section();
  atomic_section(const atomic_section&) = delete;
  atomic_section& operator=(const atomic_section&) = delete;

 private:
  bool locked_;
};

}  // namespace warpfold::simt
