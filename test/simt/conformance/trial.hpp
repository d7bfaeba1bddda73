// What the conformance kernels try: every arithmetic form of isa.def, as straight-line PTX from inputs to outputs.
#pragma once

#include <string>
#include <vector>

namespace warpfold::simt::conformance {

// What an operand is read as; decides which edge cases it gets.
enum class kind {
  predicate,
  b8,
  b16,
  b32,
  b64,
  amount,    // 32 bits: a shift, a position or a length
  position,  // 32 bits, below 32
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f32x2,
  f64,
};
int bytes_of(kind k);               // in memory; 1 for a predicate
const char* register_type(kind k);  // ".b32"

struct trial {
  std::string name;  // "add.rn.f32"
  std::string text;  // "add.rn.f32 o0, i0, i1;"
  std::vector<kind> inputs;
  std::vector<kind> outputs;
};

// In the order of isa.def. Some are refused by some architectures.
std::vector<trial> trials();

}  // namespace warpfold::simt::conformance
