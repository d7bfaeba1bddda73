// What a C++ program has besides warpfold.hpp if it links warpfold::gpu: results that stay on the GPU. The calls of
// warpfold.hpp then reach a GPU, too, and the SIMT machine in its place.
#pragma once

#include "warpfold/reduce/device_reduction.hpp"
#include "warpfold/warpfold.hpp"
