// Where something stands: in the PTX text, and in the source that the PTX was compiled from.
#pragma once

namespace warpfold::simt::ptx {

// A place in the PTX text; both count from 1.
struct position {
  int line = 0;
  int column = 0;
};

// A place in the source that the PTX was compiled from, from a `.loc` directive; file indexes module::files. Of code
// that was inlined it is the innermost place.
struct source_line {
  int file = -1;  // -1: unknown
  int line = 0;
  int column = 0;
};

}  // namespace warpfold::simt::ptx
