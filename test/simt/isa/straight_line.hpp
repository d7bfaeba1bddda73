// Runs PTX instructions one after the other on 32 lanes, with nothing of the machine but the bodies under test.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/warp.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt::test {

// Chooses the compilation of the bodies to run.
using binder = bound (*)(const form&);

class straight_line {
 public:
  // Declarations and instructions: ".reg .b32 a, d; add.s32 d, a, 1;". Throws warpfold::error if an instruction is not
  // PTX or not known.
  explicit straight_line(const std::string& text, binder bind = simt::bind);

  // A register's value in a lane; of a predicate 0 or 1. Of 128-bit registers, the half.
  void set(const std::string& name, int lane, std::uint64_t value, int half = 0);
  std::uint64_t get(const std::string& name, int lane, int half = 0);

  void run(lane_mask active = all_lanes);

 private:
  struct alignas(64) lane_storage {
    std::byte bytes[16 * lanes_per_warp];
  };

  int index_of(const std::string& name) const;
  column_ref register_column(int index) const;
  column_ref constant_column(std::uint64_t bits, bool is_wide);
  column_ref value_column(const ptx::scalar_operand& part, char item, const form& f);
  column_ref vector_column(const ptx::operand& elements, const form& f);
  void decode(const ptx::instruction& written);

  binder bind_;
  ptx::function function_;
  std::vector<lane_storage> registers_;
  std::vector<lane_storage> constants_;
  std::vector<instruction> code_;
  std::vector<bound> bodies_;
};

}  // namespace warpfold::simt::test
