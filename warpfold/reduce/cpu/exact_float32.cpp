// Exact sums of float32.
#define WARPFOLD_ELEMENT float
#include "warpfold/reduce/cpu/exact_targets.def"
#undef WARPFOLD_ELEMENT
