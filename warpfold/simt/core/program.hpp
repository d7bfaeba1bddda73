// A kernel, decoded: its instructions and those of the functions that it may call, and how much memory of each kind its
// warps need.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/core/special_register.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt {

// What an instruction that touches memory does to it. Of several addresses (cp.async) the first is the destination.
struct memory_access {
  access_kind kind = access_kind::load;
  ptx::space space = ptx::space::generic;
  memory_order order = memory_order::weak;
  memory_scope scope = memory_scope::none;
  std::uint32_t element_bytes = 4;
  std::uint32_t count = 1;                          // elements of the vector
  std::uint32_t address_operand = 0;                // of the first address; its offset is instruction::immediate
  std::array<std::uint32_t, 3> address_operands{};  // of all addresses
  std::array<std::int64_t, 3> offsets{};
  // .param space of a function: bytes of the variable, of which each lane has its own, one lane after the other.
  std::uint32_t stride = 0;

  std::uint32_t bytes() const { return element_bytes * count; }
};

// A `.param` variable of a function or of a call: 32 copies, one lane after the other, in the warp's registers.
struct param_variable {
  std::string name;
  std::uint32_t offset = 0;  // in the registers, bytes
  std::uint32_t size = 0;    // of one copy
};

// A function as a call needs it.
struct callee {
  std::string name;
  const instruction* entry = nullptr;
  std::uint64_t address = 0;  // what a pointer to it holds
  std::vector<param_variable> parameters, results;
  // May call itself, directly or through others. Its registers and `.param` variables are then kept over the call: as
  // offset and bytes of a lane, one lane after the other; 0 bytes for a predicate. Variables in local memory move:
  // their addresses are relative to the column at program::local_frame.
  bool recursive = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> columns;
  std::uint32_t registers_begin = 0, registers_end = 0;
};

enum class builtin_function : std::uint8_t { none, print, assertion, allocate, release };

struct call_site {
  const callee* target = nullptr;  // null: indirect, or built in
  builtin_function builtin = builtin_function::none;
  std::vector<param_variable> arguments, results;
};

// Where brx.idx goes, by index.
struct jump_table {
  std::vector<const instruction*> targets;
};

// A parameter of the kernel.
struct kernel_parameter {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  ptx::type kind = ptx::type::b8;
};

// A variable with a place of its own in shared or local memory.
struct placed_variable {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// A special register that the kernel reads, and its column among column_ref::base::specials.
struct placed_special {
  special_register which;
  std::uint32_t offset = 0;
};

struct program {
  std::shared_ptr<const ptx::module> text;
  const ptx::function* kernel = nullptr;

  std::vector<instruction> code;                 // begins with the kernel's first
  std::vector<const ptx::instruction*> origins;  // by instruction::index; null: an implied return
  std::vector<const ptx::function*> owners;      // by instruction::index

  std::vector<std::byte> constants;
  std::uint32_t register_bytes = 0;  // of a warp
  std::uint32_t special_bytes = 0;   // of a warp
  std::vector<placed_special> specials;

  std::vector<kernel_parameter> parameters;
  std::uint32_t parameter_bytes = 0;

  std::vector<placed_variable> shared_variables;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_alignment = 1;
  std::vector<placed_variable> local_variables;
  std::uint32_t local_bytes = 0;   // of a thread, for one frame of each function
  std::uint32_t local_frames = 1;  // how many: more than one if functions are recursive
  column_ref local_frame;          // special, 64 bits: where the lane's frame begins

  int registers_per_thread = 16;  // 32-bit registers that a compiler would need: the most that are live at once

  // No instruction lets blocks communicate but plain loads and stores and reductions that commute: blocks may run in
  // any order, and at the same time.
  bool independent_blocks = true;

  std::deque<callee> callees;
  std::deque<memory_access> accesses;
  std::deque<call_site> calls;
  std::deque<jump_table> tables;

  // The first instruction that the machine does not support, as an error message; empty if there is none.
  std::string unsupported;

  const ptx::instruction* origin(const instruction& i) const { return origins[i.index]; }
};

}  // namespace warpfold::simt
