// The way an instruction is written: its opcode, matched with a row of isa.def, and its operands' shapes.
#pragma once

#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt {

struct isa_row;

// Without inline members: bodies are compiled for several instruction sets of the host, and must share no inline
// function with the rest of the library.
class form {
 public:
  form(const isa_row& row, const ptx::instruction& written, bool watched, bool in_kernel);

  bool has(const char* modifier) const;  // without the leading dot: has("ftz")

  // The types among the modifiers; in `cvt.f32.s32`, type() is s32, the last, and type(0) is f32.
  ptx::type type() const;
  ptx::type type(int n) const;  // none where there is no n-th
  // type() with s8…s64 and b8…b64 read as u8…u64: for operations that do not care about the sign.
  ptx::type unsigned_type() const;

  int operand_count() const;    // as written
  int part_count(int n) const;  // elements of the n-th operand: of a vector `{a, b}` 2, else 1
  // The n-th operand, where it is an integer written in the instruction; else `otherwise`.
  long long integer(int n, long long otherwise) const;

  // Watchers are attached: the handler must report to them what it touches.
  bool watched() const;

  bool guarded() const;

  // The instruction stands in a kernel, not in a device function.
  bool in_kernel() const;

  const isa_row& row() const;

 private:
  const isa_row& row_;
  const ptx::instruction& written_;
  bool watched_, in_kernel_;
};

}  // namespace warpfold::simt
