#include "warpfold/simt/core/liveness.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/operand_list.hpp"

namespace warpfold::simt {
namespace {

// The fewest that hardware gives a thread, and the unit of more; what the compiler keeps for itself.
constexpr int fewest = 16, unit = 8, kept = 4, most_registers = 255;

// Above this many bits of sets no estimate is made.
constexpr std::size_t most_bits = std::size_t{1} << 28;

int words_of(ptx::type t) {
  if (t == ptx::type::pred) return 0;  // predicates have registers of their own
  return std::max(ptx::size_in_bytes(t) / 4, 1);
}

struct register_use {
  std::vector<int> read, written;
};

register_use uses_of(const ptx::instruction& i) {
  register_use found;
  const isa_row* row = find_row(i.mnemonic, i.modifiers);
  const operand_list expected(row == nullptr ? std::string_view{} : row->operands);
  for (std::size_t n = 0; n < i.operands.size(); ++n) {
    const bool destination = n < expected.items().size() && expected.items()[n].destination;
    for (const ptx::scalar_operand& part : i.operands[n].parts) {
      const auto* reg = std::get_if<ptx::register_operand>(&part);
      if (reg != nullptr) (destination ? found.written : found.read).push_back(reg->index);
    }
  }
  if (i.guard) {  // where the guard does not hold, the old value stays
    found.written.clear();
    found.read.push_back(i.guard->register_index);
  }
  return found;
}

using register_set = std::vector<std::uint64_t>;

void add(register_set& set, int index) {
  set[static_cast<std::size_t>(index) / 64] |= std::uint64_t{1} << (index % 64);
}
void remove(register_set& set, int index) {
  set[static_cast<std::size_t>(index) / 64] &= ~(std::uint64_t{1} << (index % 64));
}

}  // namespace

int estimate_registers(const ptx::function& function, const std::vector<control_flow_node>& nodes) {
  const std::size_t count = nodes.size(), words = (function.registers.size() + 63) / 64;
  if (words == 0 || count * words * 64 > most_bits) return fewest;
  std::vector<register_use> uses;
  for (const ptx::instruction& i : function.instructions) uses.push_back(uses_of(i));
  uses.resize(count);

  // What is live before each instruction, backwards until nothing changes.
  std::vector<register_set> before(count, register_set(words));
  register_set live(words);
  const auto live_after = [&](std::size_t n) {
    std::ranges::fill(live, 0);
    const auto join = [&](std::size_t successor) {
      for (std::size_t word = 0; word < words; ++word) live[word] |= before[successor][word];
    };
    if (nodes[n].falls_through && n + 1 < count) join(n + 1);
    for (int target : nodes[n].targets) join(static_cast<std::size_t>(target));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = count; n-- > 0;) {
      live_after(n);
      for (int index : uses[n].written) remove(live, index);
      for (int index : uses[n].read) add(live, index);
      if (live == before[n]) continue;
      before[n] = live;
      changed = true;
    }
  }

  int greatest = 0;
  for (const register_set& set : before) {
    int needed = 0;
    for (std::size_t index = 0; index < function.registers.size(); ++index) {
      if ((set[index / 64] >> (index % 64) & 1) != 0) needed += words_of(function.registers[index].kind);
    }
    greatest = std::max(greatest, needed);
  }
  return std::clamp((greatest + kept + unit - 1) / unit * unit, fewest, most_registers);
}

}  // namespace warpfold::simt
