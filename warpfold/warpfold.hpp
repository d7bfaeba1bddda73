// All that a C++ program reduces with; it links with warpfold::cpu alone.
#pragma once

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/dlpack.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/base/mdspan.hpp"
#include "warpfold/reduce/calls.hpp"
#include "warpfold/reduce/custom.hpp"
#include "warpfold/reduce/reduce.hpp"
