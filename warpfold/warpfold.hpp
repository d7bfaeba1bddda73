// All of the library that a C++ program reduces with.
#pragma once

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/dlpack.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/base/mdspan.hpp"
#include "warpfold/reduce/calls.hpp"
#include "warpfold/reduce/custom.hpp"
#include "warpfold/reduce/device_reduction.hpp"
#include "warpfold/reduce/reduce.hpp"
