// A decoded instruction: what the interpreter's loop runs. Operands are resolved to columns, the opcode to a handler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpfold::simt {

inline constexpr int lanes_per_warp = 32;

// One bit a lane; bit 0 is lane 0.
using lane_mask = std::uint32_t;
inline constexpr lane_mask all_lanes = 0xffffffffu;

// How many lanes. std::popcount is a call where the host's instruction set is not known to have the instruction.
constexpr int lane_count(lane_mask lanes) {
  if (lanes == all_lanes) return lanes_per_warp;
  lanes -= lanes >> 1 & 0x55555555u;
  lanes = (lanes & 0x33333333u) + (lanes >> 2 & 0x33333333u);
  return static_cast<int>(((lanes + (lanes >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

// Where the 32 lanes' values of an operand lie. A column holds 32 consecutive values: of 4 bytes for types up to 32
// bits (upper bits of a narrower value are unspecified, so readers truncate), of 8 or 16 bytes for wider ones. A
// predicate is one lane_mask. Columns are either identical or disjoint.
class column_ref {
 public:
  enum class base : std::uint32_t {
    registers,  // of the warp
    constants,  // of the program: immediates and addresses of variables, the same value in all lanes
    specials,   // of the warp: %tid.x, %laneid, … computed when its block starts
  };

  constexpr column_ref() = default;
  constexpr column_ref(base from, std::uint32_t offset) : bits_(static_cast<std::uint32_t>(from) << 30 | offset) {}

  constexpr bool present() const { return bits_ != absent; }
  constexpr std::uint32_t base_index() const { return bits_ >> 30; }
  constexpr std::uint32_t offset() const { return bits_ & maximum_offset; }  // bytes

  // The operand was written with `!` (predicates only).
  constexpr bool negated() const { return (bits_ & negation) != 0; }
  constexpr column_ref with_negation() const { return from_bits(bits_ | negation); }

  // The column holds 64-bit values.
  constexpr bool wide() const { return (bits_ & width) != 0; }
  constexpr column_ref with_width() const { return from_bits(bits_ | width); }

  constexpr bool operator==(const column_ref&) const = default;

  static constexpr std::uint32_t maximum_offset = (1u << 28) - 1;

 private:
  static constexpr std::uint32_t negation = 1u << 29, width = 1u << 28, absent = ~0u;

  static constexpr column_ref from_bits(std::uint32_t bits) {
    column_ref ref;
    ref.bits_ = bits;
    return ref;
  }

  std::uint32_t bits_ = absent;
};

struct warp;
struct instruction;
struct memory_access;
struct call_site;
struct jump_table;

// Executes one instruction for the active lanes of a warp. Returns the instruction to execute next, or null when the
// active lanes cannot go on (they wait, have split, or have exited); where each lane goes on is then in the warp.
using handler = const instruction* (*)(const instruction*, warp&);

// What becomes of an instruction's guard, @p.
enum class guarding : std::uint8_t {
  masked,  // the instruction executes with fewer active lanes
  apart,   // lanes where the guard holds part from the others: the instruction may make them wait
  own,     // the body reads instruction::guard itself
};

// A handler for a warp all of whose 32 lanes are active, and one for any set of active lanes.
struct bound {
  handler all = nullptr;
  handler some = nullptr;
  simt::guarding guarding = simt::guarding::masked;
  std::uint32_t flags = 0;  // for instruction::flags
  explicit operator bool() const { return all != nullptr; }
};

inline constexpr int maximum_operands = 6;

struct alignas(64) instruction {
  handler execute[2] = {};                           // indexed by warp::partial
  std::array<column_ref, maximum_operands> operand;  // in the order of the row's operand list in isa.def
  column_ref guard;                                  // absent: unguarded
  std::uint32_t flags = 0;                           // as the body defines
  bool reports = false;                              // decoded for watching
  bool leader = false;                               // lanes may arrive here from elsewhere
  // Reading order of the function's blocks, in which every join comes after what it joins: where lanes have parted,
  // those with the lowest order go first.
  std::uint32_t order = 0;

  std::int64_t immediate = 0;                  // address offset in bytes, barrier count, … as the body defines
  handler body[2] = {};                        // of a guarded instruction: what it does where the guard holds
  const instruction* target = nullptr;         // of a branch
  const instruction* reconvergence = nullptr;  // of a branch: immediate post-dominator; null: only the function's end
  const memory_access* access = nullptr;       // of an instruction that touches memory
  const call_site* call = nullptr;
  const jump_table* table = nullptr;
  std::uint32_t index = 0;  // into program::code, and program::origins
};

}  // namespace warpfold::simt
