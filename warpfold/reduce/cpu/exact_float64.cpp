// Exact sums of float64.
#define WARPFOLD_ELEMENT double
#include "warpfold/reduce/cpu/exact_targets.def"
#undef WARPFOLD_ELEMENT
