// Shortcuts for tests of the PTX parser.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt::ptx::test {

// The module whose text, after version and target, is `text`.
inline module parsed(const std::string& text) {
  return parse(".version 9.0\n.target sm_90a\n.address_size 64\n" + text, "t.ptx");
}

// The kernel with that body, of a module that declares nothing else.
inline function parsed_body(const std::string& body) {
  return parsed(".visible .entry k(.param .u64 out)\n{\n" + body + "\n}\n").functions.at(0);
}

// The one instruction, written with registers %r, %rs, %rd, %f and %p, <10> of each.
inline instruction parsed_instruction(const std::string& text) {
  return parsed_body(".reg .pred %p<10>; .reg .b16 %rs<10>; .reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<10>;" +
                     text)
      .instructions.at(0);
}

inline std::string message_of(const std::string& text) {
  try {
    parsed(text);
  } catch (const error& problem) {
    return problem.what();
  }
  return "";
}

template <class Part>
const Part& part(const operand& of, std::size_t index = 0) {
  return std::get<Part>(of.parts.at(index));
}

}  // namespace warpfold::simt::ptx::test
