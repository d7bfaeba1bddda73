#include "test/simt/isa/straight_line.hpp"

#include <cstring>
#include <memory>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/operand_list.hpp"

namespace warpfold::simt::test {

namespace {

constexpr std::size_t most_constants = 64;  // so that the columns do not move

}  // namespace

straight_line::straight_line(const std::string& text, binder bind) : bind_(bind) {
  const std::string module = ".version 9.0\n.target sm_100\n.entry k() {\n" + text + "\n}\n";
  function_ = ptx::parse(module, "straight_line").functions.at(0);
  registers_.resize(function_.registers.size() + 1);
  std::memset(registers_.data(), 0, registers_.size() * sizeof(lane_storage));
  constants_.reserve(most_constants);
  for (const ptx::instruction& written : function_.instructions) decode(written);
}

int straight_line::index_of(const std::string& name) const {
  for (std::size_t index = 0; index < function_.registers.size(); ++index) {
    if (function_.registers[index].name == name) return static_cast<int>(index);
  }
  throw error(name + ": no such register");
}

column_ref straight_line::register_column(int index) const {
  const column_ref ref(column_ref::base::registers,
                       static_cast<std::uint32_t>(static_cast<std::size_t>(index) * sizeof(lane_storage)));
  const bool is_wide = static_cast<std::size_t>(index) < function_.registers.size() &&
                       ptx::size_in_bytes(function_.registers[static_cast<std::size_t>(index)].kind) == 8;
  return is_wide ? ref.with_width() : ref;
}

column_ref straight_line::constant_column(std::uint64_t bits, bool is_wide) {
  if (constants_.size() == most_constants) throw error("too many constants");
  const auto offset = static_cast<std::uint32_t>(constants_.size() * sizeof(lane_storage));
  lane_storage& made = constants_.emplace_back();
  const std::size_t bytes = is_wide ? 8 : 4;
  for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) std::memcpy(made.bytes + lane * bytes, &bits, bytes);
  const column_ref ref(column_ref::base::constants, offset);
  return is_wide ? ref.with_width() : ref;
}

column_ref straight_line::value_column(const ptx::scalar_operand& part, char item, const form& f) {
  if (const auto* reg = std::get_if<ptx::register_operand>(&part)) return register_column(reg->index);
  if (std::holds_alternative<ptx::sink_operand>(part))
    return register_column(static_cast<int>(function_.registers.size()));
  const auto* immediate = std::get_if<ptx::integer_immediate>(&part);
  if (immediate == nullptr) throw error("expected a register or an integer");
  return constant_column(immediate->bits, item == 'x' || (item == 't' && ptx::size_in_bytes(f.type()) == 8));
}

column_ref straight_line::vector_column(const ptx::operand& elements, const form& f) {
  const column_ref made = constant_column(0, false);
  std::byte* at = constants_.back().bytes;
  for (const ptx::scalar_operand& part : elements.parts) {
    const column_ref element = value_column(part, 't', f);
    std::memcpy(at, &element, sizeof element);
    at += sizeof element;
  }
  return made;
}

void straight_line::decode(const ptx::instruction& written) {
  const isa_row* const row = find_row(written.mnemonic, written.modifiers);
  if (row == nullptr) throw error(written.opcode() + ": no row of isa.def");
  const form f(*row, written, false, true);
  const bound body = bind_(f);
  if (!body) throw error(written.opcode() + ": its body does not know it");
  instruction made;
  const operand_list expected(row->operands);
  int optional_left = static_cast<int>(written.operands.size()) - expected.required();
  std::size_t slot = 0, next = 0;
  for (const operand_list::item& item : expected.items()) {
    if (item.optional && optional_left-- <= 0) {
      ++slot;
      continue;
    }
    const ptx::operand& operand = written.operands.at(next++);
    if (item.type == 'i') {
      made.immediate = static_cast<std::int64_t>(std::get<ptx::integer_immediate>(operand.parts.at(0)).bits);
      continue;
    }
    if (item.type == 'V') {
      made.operand.at(slot++) = vector_column(operand, f);
      continue;
    }
    for (const ptx::scalar_operand& part : operand.parts) {
      const column_ref column = value_column(part, item.type, f);
      made.operand.at(slot++) = operand.negated ? column.with_negation() : column;
    }
    if (item.second && operand.shape != ptx::operand::form::pair) ++slot;
  }
  made.flags = body.flags;
  code_.push_back(made);
  bodies_.push_back(body);
}

void straight_line::set(const std::string& name, int lane, std::uint64_t value, int half) {
  const int index = index_of(name);
  std::byte* const bytes = registers_[static_cast<std::size_t>(index)].bytes;
  const ptx::type kind = function_.registers[static_cast<std::size_t>(index)].kind;
  if (kind == ptx::type::pred) {
    lane_mask lanes = 0;
    std::memcpy(&lanes, bytes, sizeof lanes);
    lanes = (lanes & ~(lane_mask{1} << lane)) | static_cast<lane_mask>(value & 1) << lane;
    std::memcpy(bytes, &lanes, sizeof lanes);
    return;
  }
  const int size = ptx::size_in_bytes(kind);
  const std::size_t width = size <= 4 ? 4 : 8, step = size == 16 ? 16 : width;
  std::memcpy(bytes + static_cast<std::size_t>(lane) * step + 8 * static_cast<std::size_t>(half), &value, width);
}

std::uint64_t straight_line::get(const std::string& name, int lane, int half) {
  const int index = index_of(name);
  const std::byte* const bytes = registers_[static_cast<std::size_t>(index)].bytes;
  const ptx::type kind = function_.registers[static_cast<std::size_t>(index)].kind;
  std::uint64_t value = 0;
  if (kind == ptx::type::pred) {
    std::memcpy(&value, bytes, sizeof(lane_mask));
    return value >> lane & 1;
  }
  const int size = ptx::size_in_bytes(kind);
  const std::size_t width = size <= 4 ? 4 : 8, step = size == 16 ? 16 : width;
  std::memcpy(&value, bytes + static_cast<std::size_t>(lane) * step + 8 * static_cast<std::size_t>(half), width);
  return size >= 8 ? value : value & (~std::uint64_t{0} >> (64 - 8 * size));
}

void straight_line::run(lane_mask active) {
  const auto w = std::make_unique<warp>();
  w->base[static_cast<int>(column_ref::base::registers)] = registers_.data()->bytes;
  w->base[static_cast<int>(column_ref::base::constants)] = constants_.data()->bytes;
  w->active = active;
  w->partial = active == all_lanes ? 0 : 1;
  for (int lane = 0; lane < lanes_per_warp; ++lane) w->active_lanes[lane] = (active >> lane & 1) != 0 ? ~0u : 0u;
  for (std::size_t n = 0; n < code_.size(); ++n) {
    const bound& body = bodies_[n];
    (active == all_lanes ? body.all : body.some)(&code_[n], *w);
  }
}

}  // namespace warpfold::simt::test
