// What a watch has found wrong, in words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// Who was where: lanes of a warp of a block at an instruction. Something that no thread did has an empty kernel.
struct place {
  std::string kernel;
  std::string file;         // of the source, by `.loc`; the PTX itself where it has none
  int line = 0;             // in `file`
  int ptx_line = 0;         // in the PTX text
  std::string instruction;  // the opcode
  std::array<std::uint32_t, 3> block{};
  std::uint32_t warp = 0;  // within the block
  lane_mask lanes = 0;
};

struct finding {
  std::string watch;    // the name of the watch: "race"
  std::string message;  // one sentence without a full stop
  place at;
  std::optional<place> other;            // the other side of a race
  std::optional<std::uint64_t> address;  // generic for global memory, else the offset in its space
  std::string variable;                  // what lies there, as "tile + 12"; empty if unknown
  std::uint64_t occurrences = 1;         // how often the same instructions did the same; the rest tells of the first
};

// "0, 1, 5-31".
std::string lane_list(lane_mask lanes);
// "reduce.cu:12 (ld.shared.u32), block (0, 0, 0), warp 1, lanes 0-15".
std::string to_string(const place& at);
// One line: watch, message, variable, place, and the other side.
std::string to_string(const finding& found);

}  // namespace warpfold::simt
