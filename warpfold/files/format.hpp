// How a file is recognized.
#pragma once

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

// The format of `source`, called `path`: what `choice` says; else by the magic number of npy and zip; else by the
// name's ending (.npy, .npz, .csv, .txt, .raw, .bin, .dat); else csv where it begins as text, and raw where it does
// not, is empty, or where a shape or an offset is chosen. Throws error where it is none of these: raw needs a type.
format recognize(input& source, const std::string& path, const open_options& choice);

}  // namespace warpfold::files
