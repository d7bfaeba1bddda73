// The reader of comma-separated values.
#pragma once

#include <memory>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

// The numbers of all columns, shape (rows, columns), or of one, shape (rows,). Every line has as many fields as the
// first; blank lines do not count. An empty field is NaN, or an error where the type has none. The first line is a
// header if the first field of it that is read and not empty does not look like a number, if a column is chosen by its
// name, or if one is chosen by its number and any field is a word above a number. Where no type is chosen, numbers are
// float64, and an integer that float64 does not hold but int64 or uint64 does is an error: integers are never rounded
// unasked.
std::unique_ptr<array_file> open_csv(input source, const open_options& choice);

}  // namespace warpfold::files
