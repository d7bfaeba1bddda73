// Exact sums of float16.
#define WARPFOLD_ELEMENT float16
#include "warpfold/reduce/cpu/exact_targets.def"
#undef WARPFOLD_ELEMENT
