// The interpreter's loop.
#pragma once

#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

// Runs the warp until none of its lanes can go on, or its turn (warp::budget) is over.
void run_warp(warp& w);
void run_warp_watched(warp& w);

}  // namespace warpfold::simt
