// Exact sums of bfloat16.
#define WARPFOLD_ELEMENT bfloat16
#include "warpfold/reduce/cpu/exact_targets.def"
#undef WARPFOLD_ELEMENT
