// One reduction, done in every way that must not make a difference.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "warpfold/reduce/reduce.hpp"

namespace warpfold::test {

// Reduces `a` (for dot, `a` and `b`) whole, in pieces, with strides of either sign, out of a padded and a transposed
// array, unaligned, in the other byte order, and by several threads; fails unless each result is what expect() says and
// all are the same to the last bit. Defined for every dtype.
template <element T>
void check_everywhere(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice);

// check_everywhere() for one dtype and several sizes, each with every kind of values that the operator can stand.
template <element T>
void sweep(op operation, const options& choice = {});

// For every dtype.
void sweep_all(op operation, const options& choice = {});

}  // namespace warpfold::test
