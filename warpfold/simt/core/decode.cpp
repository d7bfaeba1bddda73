#include "warpfold/simt/core/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/access_form.hpp"
#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/core/control_flow.hpp"
#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/guard.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/liveness.hpp"
#include "warpfold/simt/core/operand_list.hpp"
#include "warpfold/simt/core/reachable.hpp"
#include "warpfold/simt/core/time_register.hpp"

namespace warpfold::simt {
namespace {

constexpr std::uint32_t column_alignment = 64;

// A kernel's warps hold at most this much: hostile text must not ask the host for more.
constexpr std::uint64_t most_register_bytes = std::uint64_t{1} << 23;
constexpr std::uint64_t most_local_bytes = std::uint64_t{1} << 19;
constexpr std::uint64_t most_shared_bytes = shared_offset_mask + std::uint64_t{1};

// Recursive functions with variables in local memory may nest this deep.
constexpr std::uint32_t local_frames_of_recursion = 32;

std::uint32_t column_bytes(ptx::type t) {
  const int bytes = ptx::size_in_bytes(t);
  if (t == ptx::type::pred) return sizeof(lane_mask);
  return static_cast<std::uint32_t>(lanes_per_warp * (bytes <= 4 ? 4 : bytes));
}

// Hands out consecutive places.
class place_allocator {
 public:
  place_allocator(std::uint64_t limit, const char* what) : limit_(limit), what_(what) {}

  std::uint32_t place(std::uint64_t size, std::uint64_t alignment) {
    const std::uint64_t begin = (used_ + alignment - 1) / alignment * alignment;
    if (size > limit_ || begin > limit_ - size) throw error(fmt::format("{}: more than {} bytes", what_, limit_));
    used_ = begin + size;
    return static_cast<std::uint32_t>(begin);
  }

  std::uint32_t used() const { return static_cast<std::uint32_t>(used_); }

 private:
  std::uint64_t used_ = 0, limit_;
  const char* what_;
};

// What decoding one function needs to know of it.
struct function_layout {
  const ptx::function* text = nullptr;
  int first = 0;  // instruction, in program::code
  std::vector<column_ref> registers;
  std::map<std::string, param_variable, std::less<>> params;        // of functions and calls
  std::map<std::string, std::uint32_t, std::less<>> local, shared;  // offsets by name
  callee* entry = nullptr;                                          // null: the kernel itself
};

class decoder {
 public:
  decoder(program& made, const symbol_addresses& symbols, bool watched)
      : program_(made), symbols_(symbols), watched_(watched) {}

  void run() {
    for (const ptx::function* function : reachable_functions(*program_.text, *program_.kernel)) lay_out(*function);
    scratch_ = column_ref(column_ref::base::registers, registers_.place(2 * 8 * lanes_per_warp, column_alignment));
    place_parameters();
    place_dynamic_shared();
    std::size_t count = 0;
    for (const function_layout& layout : layouts_) count += layout.text->instructions.size() + 1;
    program_.code.resize(count);
    program_.origins.resize(count);
    program_.owners.resize(count);
    int first = 0;
    for (function_layout& layout : layouts_) {
      layout.first = first;
      if (layout.entry != nullptr) layout.entry->entry = &code(first);
      first += static_cast<int>(layout.text->instructions.size()) + 1;
    }
    for (const function_layout& layout : layouts_) decode_function(layout);
    program_.register_bytes = registers_.place(0, column_alignment);
    program_.special_bytes = specials_.place(0, column_alignment);
    program_.static_shared_bytes = shared_.used();
    program_.local_bytes = local_.place(0, 16);
  }

 private:
  instruction& code(int index) { return program_.code[static_cast<std::size_t>(index)]; }

  void lay_out(const ptx::function& function) {
    function_layout& layout = layouts_.emplace_back();
    layout.text = &function;
    const std::uint32_t begin = registers_.place(0, column_alignment);
    place_registers(function, layout);
    if (!function.entry) {
      layout.entry = &program_.callees.emplace_back();
      layout.entry->name = function.name;
      layout.entry->address = symbol_of(function.name).value_or(0);
      for (const ptx::variable& v : function.parameters) layout.entry->parameters.push_back(place_param(v, layout));
      for (const ptx::variable& v : function.results) layout.entry->results.push_back(place_param(v, layout));
    }
    for (const ptx::variable& v : function.variables) place_variable(v, layout);
    if (layout.entry == nullptr || !is_recursive(*program_.text, function)) return;
    layout.entry->recursive = true;
    layout.entry->registers_begin = begin;
    layout.entry->registers_end = registers_.place(0, column_alignment);
    for (std::size_t n = 0; n < function.registers.size(); ++n) {
      const ptx::type kind = function.registers[n].kind;
      layout.entry->columns.emplace_back(layout.registers[n].offset(),
                                         kind == ptx::type::pred ? 0 : column_bytes(kind) / lanes_per_warp);
    }
    for (const auto& [name, placed] : layout.params) layout.entry->columns.emplace_back(placed.offset, placed.size);
    if (layout.local.empty()) return;
    program_.local_frames = local_frames_of_recursion;
    if (!program_.local_frame.present()) {
      program_.local_frame =
          column_ref(column_ref::base::specials, specials_.place(8 * lanes_per_warp, column_alignment));
    }
  }

  void place_registers(const ptx::function& function, function_layout& layout) {
    for (const ptx::register_declaration& declared : function.registers) {
      const std::uint32_t bytes = column_bytes(declared.kind);
      column_ref column(column_ref::base::registers,
                        registers_.place(bytes, std::min<std::uint32_t>(bytes, column_alignment)));
      if (ptx::size_in_bytes(declared.kind) == 8) column = column.with_width();
      layout.registers.push_back(column);
    }
  }

  param_variable place_param(const ptx::variable& v, function_layout& layout) {
    param_variable placed{v.name, 0, static_cast<std::uint32_t>(v.size)};
    if (v.space == ptx::space::reg) {  // a column
      const auto found = std::ranges::find(layout.text->registers, v.name, &ptx::register_declaration::name);
      if (found != layout.text->registers.end()) {
        placed.offset = layout.registers[static_cast<std::size_t>(found - layout.text->registers.begin())].offset();
      } else {
        placed.offset = registers_.place(column_bytes(v.kind), column_alignment);
      }
      placed.size = column_bytes(v.kind) / lanes_per_warp;
    } else {
      if (v.size > most_register_bytes) throw error(fmt::format("parameter {}: {} bytes", v.name, v.size));
      placed.offset = registers_.place(v.size * lanes_per_warp, column_alignment);
    }
    layout.params.emplace(v.name, placed);
    return placed;
  }

  void place_variable(const ptx::variable& v, function_layout& layout) {
    const auto alignment = static_cast<std::uint64_t>(std::max(v.alignment, 1));
    if (v.space == ptx::space::param) {
      place_param(v, layout);
    } else if (v.space == ptx::space::local) {
      const std::uint32_t offset = local_.place(v.size, alignment);
      layout.local.emplace(v.name, offset);
      program_.local_variables.push_back({v.name, offset, static_cast<std::uint32_t>(v.size)});
    } else if (v.space == ptx::space::shared) {
      layout.shared.emplace(v.name, place_shared(v));
    }
  }

  std::uint32_t place_shared(const ptx::variable& v) {
    const auto alignment = static_cast<std::uint64_t>(std::max(v.alignment, 1));
    if (v.external && v.size == 0) {
      program_.dynamic_shared_alignment =
          std::max(program_.dynamic_shared_alignment, static_cast<std::uint32_t>(alignment));
      dynamic_names_.push_back(v.name);
      return 0;
    }
    const std::uint32_t offset = shared_.place(v.size, alignment);
    program_.shared_variables.push_back({v.name, offset, static_cast<std::uint32_t>(v.size)});
    return offset;
  }

  // Module variables in shared memory that the kernel uses, then the place where dynamic shared memory begins.
  void place_dynamic_shared() {
    std::set<std::string_view> used;
    for (const function_layout& layout : layouts_) {
      for (const ptx::instruction& i : layout.text->instructions) {
        for (const ptx::operand& o : i.operands) {
          for (const ptx::scalar_operand& part : o.parts) {
            if (const auto* symbol = std::get_if<ptx::symbol_operand>(&part)) used.insert(symbol->name);
          }
        }
      }
    }
    for (const ptx::variable& v : program_.text->variables) {
      if (v.space == ptx::space::shared && used.contains(v.name)) module_shared_.emplace(v.name, place_shared(v));
    }
    const std::uint32_t begin = shared_.place(0, program_.dynamic_shared_alignment);
    for (const std::string& name : dynamic_names_) {
      module_shared_[name] = begin;
      for (function_layout& layout : layouts_) {
        if (const auto found = layout.shared.find(name); found != layout.shared.end()) found->second = begin;
      }
      program_.shared_variables.push_back({name, begin, 0});
    }
  }

  void place_parameters() {
    place_allocator bytes(65536, "kernel parameters");
    for (const ptx::variable& v : program_.kernel->parameters) {
      const std::uint32_t offset = bytes.place(v.size, static_cast<std::uint64_t>(std::max(v.alignment, 1)));
      program_.parameters.push_back({v.name, offset, static_cast<std::uint32_t>(v.size), v.kind});
    }
    program_.parameter_bytes = bytes.used();
  }

  void decode_function(const function_layout& layout) {
    static const ptx::instruction implied_return = [] {
      ptx::instruction i;
      i.mnemonic = "ret";
      return i;
    }();
    layout_ = &layout;
    const int count = static_cast<int>(layout.text->instructions.size());
    std::vector<control_flow_node> nodes(static_cast<std::size_t>(count) + 1);
    for (int n = 0; n <= count; ++n) {
      const ptx::instruction& written =
          n < count ? layout.text->instructions[static_cast<std::size_t>(n)] : implied_return;
      instruction& made = code(layout.first + n);
      made.index = static_cast<std::uint32_t>(layout.first + n);
      made.reports = watched_;
      program_.origins[made.index] = n < count ? &written : nullptr;
      program_.owners[made.index] = layout.text;
      flow_ = &nodes[static_cast<std::size_t>(n)];
      decode_instruction(written, made);
    }
    program_.registers_per_thread = std::max(program_.registers_per_thread, estimate_registers(*layout.text, nodes));
    if (const int limit = program_.kernel->maximum_registers; limit > 0) {
      program_.registers_per_thread = std::min(program_.registers_per_thread, limit);
    }
    const control_flow flow = analyze(nodes);
    for (int n = 0; n <= count; ++n) {
      instruction& made = code(layout.first + n);
      const auto index = static_cast<std::size_t>(n);
      made.leader = flow.leader[index] || (n > 0 && parts_lanes_[code(layout.first + n - 1).index]);
      made.order = static_cast<std::uint32_t>(layout.first + flow.order[index]);
      if (flow.reconvergence[index] != -1) made.reconvergence = &code(layout.first + flow.reconvergence[index]);
    }
  }

  void decode_instruction(const ptx::instruction& written, instruction& made) {
    parts_lanes_.resize(program_.code.size());
    const isa_row* row = find_row(written.mnemonic, written.modifiers);
    if (row == nullptr) return note_unsupported(written);
    const form f(*row, written, watched_, layout_->entry == nullptr);
    if (!decode_operands(*row, f, written, made)) return note_unsupported(written);
    bound body = bind(f);
    if (const handler read = time_register_read(made)) body = {read, read};
    if (takes_local_address(written)) body = {local_address, local_address};
    if (!body) return note_unsupported(written);

    made.execute[0] = body.all;
    made.execute[1] = body.some;
    made.flags |= body.flags;
    if (written.guard) {
      column_ref guard = layout_->registers.at(static_cast<std::size_t>(written.guard->register_index));
      made.guard = written.guard->negated ? guard.with_negation() : guard;
      if (body.guarding != guarding::own) {
        made.body[0] = body.all;
        made.body[1] = body.some;
        made.execute[0] = made.execute[1] = body.guarding == guarding::apart ? part_by_guard : mask_by_guard;
      }
    }
    parts_lanes_[made.index] = body.guarding != guarding::masked;
    const bool unconditional = !written.guard;
    if (written.mnemonic == "exit" || written.mnemonic == "ret" || written.mnemonic == "trap") {
      flow_->falls_through = !unconditional;
    } else if (written.mnemonic == "bra" || written.mnemonic == "brx") {
      flow_->falls_through = !unconditional;
    }
  }

  void note_unsupported(const ptx::instruction& written) {
    if (!program_.unsupported.empty()) return;
    const std::string_view section = section_of(written.mnemonic);
    program_.unsupported =
        fmt::format("line {}: {} in {}: instruction not supported{}", written.at.line, written.opcode(),
                    layout_->text->name, section.empty() ? std::string() : fmt::format(" (PTX ISA {})", section));
  }

  [[noreturn]] void refuse(const ptx::instruction& written, const std::string& why) const {
    throw error(fmt::format("line {}: {} in {}: {}", written.at.line, written.opcode(), layout_->text->name, why));
  }

  // Fills made.operand as the row says. False for operands that the row does not describe.
  bool decode_operands(const isa_row& row, const form& f, const ptx::instruction& written, instruction& made) {
    const operand_list expected(row.operands);
    if (expected.reads_own_operands()) return decode_call(written, made);
    std::optional<memory_access> access = access_of(f);
    std::size_t slot = 0, addresses = 0;
    int optional_left = static_cast<int>(written.operands.size()) - expected.required();
    if (optional_left < 0) return false;
    std::size_t next = 0;
    for (const operand_list::item& item : expected.items()) {
      if (item.optional && optional_left-- <= 0) {
        slot += 1;
        continue;
      }
      if (next == written.operands.size() || slot >= maximum_operands) return false;
      const ptx::operand& operand = written.operands[next++];
      if (item.type == 'm') {
        if (operand.shape != ptx::operand::form::address || operand.parts.size() != 1) return false;
        if (addresses == access->offsets.size()) return false;
        access->address_operands[addresses] = static_cast<std::uint32_t>(slot);
        access->offsets[addresses] = operand.offset;
        if (addresses == 0) {
          access->address_operand = static_cast<std::uint32_t>(slot);
          made.immediate = operand.offset;
        }
        made.operand[slot++] = address_column(written, operand, *access, addresses++);
      } else if (item.type == 'l') {
        if (!decode_target(written, operand, made)) return false;
      } else if (item.type == 'i') {
        const auto* value = std::get_if<ptx::integer_immediate>(operand.parts.data());
        if (value == nullptr) return false;
        made.immediate = static_cast<std::int64_t>(value->bits);
      } else if (item.type == 'V') {
        if (operand.shape != ptx::operand::form::vector || operand.parts.size() != elements_of(f)) return false;
        made.operand[slot++] = vector_column(written, operand, f.type(), item.destination);
      } else if (item.type == 'v' || item.type == 'r') {
        if (operand.shape != ptx::operand::form::scalar && operand.shape != ptx::operand::form::vector) return false;
        const ptx::type t = part_type(item, f, operand.parts.size());
        if (t == ptx::type::none || slot + operand.parts.size() > maximum_operands) return false;
        for (const ptx::scalar_operand& part : operand.parts) {
          made.operand[slot++] = value_column(written, part, t, item.destination, item.type == 'r');
        }
      } else if (item.second) {
        const bool pair = operand.shape == ptx::operand::form::pair;
        if (!pair && operand.shape != ptx::operand::form::scalar) return false;
        if (slot + 2 > maximum_operands) return false;
        made.operand[slot++] = value_column(written, operand.parts[0], item_type(item, f), true, false);
        if (pair) made.operand[slot] = value_column(written, operand.parts[1], ptx::type::pred, true, false);
        ++slot;
      } else {
        if (operand.shape != ptx::operand::form::scalar) return false;
        column_ref column = value_column(written, operand.parts[0], item_type(item, f), item.destination,
                                         item.type == 's' || item.flexible);
        made.operand[slot++] = operand.negated ? column.with_negation() : column;
      }
    }
    if (next != written.operands.size()) return false;
    if (access) {
      const std::size_t parts = written.operands.empty() ? 1 : count_of(f, written);
      access->count = static_cast<std::uint32_t>(parts);
      note_dependence(f, *access, made);
      made.access = &program_.accesses.emplace_back(*access);
    } else {
      note_dependence(f);
    }
    return true;
  }

  // Of a vector operand, which a conversion always has four of.
  static std::size_t elements_of(const form& f) {
    return f.has("v8") ? 8 : f.has("v4") || f.row().mnemonic == "cvt" ? 4 : 2;
  }

  // A column of the elements' columns.
  column_ref vector_column(const ptx::instruction& written, const ptx::operand& operand, ptx::type t,
                           bool destination) {
    std::vector<column_ref> elements;
    for (const ptx::scalar_operand& part : operand.parts) {
      elements.push_back(value_column(written, part, t, destination, false));
    }
    const std::uint32_t offset = place_constants(elements.size() * sizeof(column_ref));
    std::memcpy(program_.constants.data() + offset, elements.data(), elements.size() * sizeof(column_ref));
    return {column_ref::base::constants, offset};
  }

  // Elements of the vector that is moved or updated.
  static std::size_t count_of(const form& f, const ptx::instruction& written) {
    std::size_t most = 1;
    if (f.row().operands.find('V') != std::string_view::npos) return elements_of(f);
    if (f.row().mnemonic != "ld" && f.row().mnemonic != "st" && f.row().mnemonic != "ldu") return 1;
    for (const ptx::operand& o : written.operands) {
      if (o.shape == ptx::operand::form::vector) most = std::max(most, o.parts.size());
    }
    return most;
  }

  // Blocks depend on one another through what another block may have written meanwhile.
  void note_dependence(const form& f, const memory_access& access, const instruction&) {
    const bool global = access.space == ptx::space::generic || access.space == ptx::space::global;
    if (!global) return;
    if (access.kind == access_kind::load && access.order != memory_order::weak) program_.independent_blocks = false;
    if (access.kind == access_kind::atomic) program_.independent_blocks = false;
    if (access.kind == access_kind::reduction) {
      const ptx::type t = f.type();
      const bool integer = t != ptx::type::f32 && t != ptx::type::f64 && t != ptx::type::f16 && t != ptx::type::f16x2 &&
                           t != ptx::type::bf16 && t != ptx::type::bf16x2;
      if (!integer || f.has("inc") || f.has("dec")) program_.independent_blocks = false;
    }
  }
  void note_dependence(const form& f) {
    if (f.row().mnemonic == "cp" || f.row().mnemonic == "multimem") program_.independent_blocks = false;
  }

  ptx::type item_type(const operand_list::item& item, const form& f) const {
    switch (item.type) {
      case 't':
        return f.type();
      case 's':
        return f.type(0);
      case 'w':
        return ptx::size_in_bytes(f.type()) == 8   ? ptx::type::b128
               : ptx::size_in_bytes(f.type()) == 4 ? ptx::type::b64
                                                   : ptx::type::b32;
      case 'h':
        return ptx::size_in_bytes(f.type()) == 8 ? ptx::type::b32 : ptx::type::b16;
      case 'u':
        return ptx::type::u32;
      case 'x':
        return ptx::type::u64;
      case 'p':
        return ptx::type::pred;
      case 'q':
        return ptx::type::b128;
      default:
        return ptx::type::none;
    }
  }

  // The type of each part of a vector operand: of ld and st the element's, of mov the share of the whole.
  static ptx::type part_type(const operand_list::item& item, const form& f, std::size_t parts) {
    if (item.type == 'r' || parts == 1) return f.type();
    const std::size_t bytes = static_cast<std::size_t>(ptx::size_in_bytes(f.type())) / parts;
    if (bytes * parts != static_cast<std::size_t>(ptx::size_in_bytes(f.type()))) return ptx::type::none;
    switch (bytes) {
      case 1:
        return ptx::type::b8;
      case 2:
        return ptx::type::b16;
      case 4:
        return ptx::type::b32;
      case 8:
        return ptx::type::b64;
      default:
        return ptx::type::none;
    }
  }

  // The column of a value of type t. `wider`: a register may be wider than the type.
  column_ref value_column(const ptx::instruction& written, const ptx::scalar_operand& part, ptx::type t,
                          bool destination, bool wider) {
    if (const auto* reg = std::get_if<ptx::register_operand>(&part)) {
      const auto index = static_cast<std::size_t>(reg->index);
      const ptx::type kind = layout_->text->registers.at(index).kind;
      const bool fits = (kind == ptx::type::pred) == (t == ptx::type::pred) &&
                        (column_bytes(kind) == column_bytes(t) ||
                         (wider && column_bytes(kind) > column_bytes(t) && ptx::size_in_bytes(kind) <= 8));
      if (!fits) {
        refuse(written, fmt::format("operand {}: a register of type .{}, expected .{}",
                                    layout_->text->registers[index].name, ptx::spelling(kind), ptx::spelling(t)));
      }
      return layout_->registers[index];
    }
    if (std::holds_alternative<ptx::sink_operand>(part)) {
      const bool wide = ptx::size_in_bytes(t) == 8;
      return wide ? scratch_.with_width() : scratch_;
    }
    if (destination) refuse(written, "destination: expected a register");
    if (const auto* special = std::get_if<ptx::special_register>(&part)) return special_column(written, *special, t);
    if (const auto* integer = std::get_if<ptx::integer_immediate>(&part)) return constant_column(integer->bits, t);
    if (const auto* number = std::get_if<ptx::float_immediate>(&part)) return constant_column(bits_of(*number, t), t);
    if (const auto* symbol = std::get_if<ptx::symbol_operand>(&part)) {
      const auto address = address_of(symbol->name);
      if (!address) refuse(written, fmt::format("{}: no such variable or function", symbol->name));
      return constant_column(*address + static_cast<std::uint64_t>(symbol->offset), t);
    }
    refuse(written, "operand: expected a value");
  }

  static std::uint64_t bits_of(const ptx::float_immediate& number, ptx::type t) {
    if (ptx::size_in_bytes(t) == 8) {
      return number.single ? std::bit_cast<std::uint64_t>(number.value) : number.bits;
    }
    return number.single ? number.bits : std::bit_cast<std::uint32_t>(static_cast<float>(number.value));
  }

  // Room among the constants, in lines.
  std::uint32_t place_constants(std::size_t bytes) {
    const std::size_t begin = program_.constants.size();
    if (begin + 4 * column_alignment > column_ref::maximum_offset) throw error("too many constants");
    program_.constants.resize(begin + (bytes + column_alignment - 1) / column_alignment * column_alignment);
    return static_cast<std::uint32_t>(begin);
  }

  // 32 lanes of the same value. Predicates are lane masks.
  column_ref constant_column(std::uint64_t bits, ptx::type t) {
    const std::uint32_t bytes = column_bytes(t);
    if (t == ptx::type::pred) bits = bits != 0 ? all_lanes : 0;
    const auto [found, added] =
        constants_.try_emplace({bits, bytes}, static_cast<std::uint32_t>(program_.constants.size()));
    if (added) {
      const std::uint32_t begin = place_constants(bytes);
      std::byte* const at = program_.constants.data() + begin;
      const std::uint32_t lane_bytes = t == ptx::type::pred ? bytes : bytes / lanes_per_warp;
      for (std::uint32_t n = 0; n < bytes / lane_bytes; ++n)
        std::memcpy(at + n * lane_bytes, &bits, std::min<std::size_t>(lane_bytes, 8));
    }
    const column_ref column(column_ref::base::constants, found->second);
    return ptx::size_in_bytes(t) == 8 ? column.with_width() : column;
  }

  column_ref special_column(const ptx::instruction& written, const ptx::special_register& named, ptx::type t) {
    const auto which = special_register_named(named.name);
    if (!which) {
      if (program_.unsupported.empty()) {
        program_.unsupported = fmt::format("line {}: {} in {}: special register not supported", written.at.line,
                                           named.name, layout_->text->name);
      }
      return constant_column(0, t);
    }
    if (column_bytes(type_of(*which)) != column_bytes(t))
      refuse(written, fmt::format("{}: a register of another width", named.name));
    if (*which >= special_register::globaltimer) program_.independent_blocks = false;
    for (const placed_special& placed : program_.specials) {
      if (placed.which == *which) return special_ref(placed);
    }
    const std::uint32_t bytes = column_bytes(type_of(*which));
    program_.specials.push_back({*which, specials_.place(bytes, column_alignment)});
    return special_ref(program_.specials.back());
  }
  static column_ref special_ref(const placed_special& placed) {
    const column_ref column(column_ref::base::specials, placed.offset);
    return ptx::size_in_bytes(type_of(placed.which)) == 8 ? column.with_width() : column;
  }

  // mov from a register that tells the time becomes a read at that time.
  handler time_register_read(instruction& made) {
    if (made.operand[1].base_index() != static_cast<std::uint32_t>(column_ref::base::specials)) return nullptr;
    for (const placed_special& placed : program_.specials) {
      if (placed.offset == made.operand[1].offset() && depends_on_time(placed.which)) {
        made.flags = static_cast<std::uint32_t>(placed.which);
        return read_time_register;
      }
    }
    return nullptr;
  }

  // mov of the address of a local variable whose place depends on the depth of recursion.
  bool takes_local_address(const ptx::instruction& written) {
    if (layout_->entry == nullptr || !layout_->entry->recursive || written.mnemonic != "mov") return false;
    const auto* symbol = std::get_if<ptx::symbol_operand>(written.operands[1].parts.data());
    return symbol != nullptr && layout_->local.contains(symbol->name);
  }

  std::optional<std::uint64_t> symbol_of(const std::string& name) const {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? std::nullopt : std::optional(found->second);
  }

  // An address in the variable's own space.
  std::optional<std::uint64_t> address_of(const std::string& name) const {
    if (const auto found = layout_->local.find(name); found != layout_->local.end()) return found->second;
    if (const auto found = layout_->shared.find(name); found != layout_->shared.end()) return found->second;
    if (const auto found = module_shared_.find(name); found != module_shared_.end()) return found->second;
    if (layout_->entry == nullptr) {
      const auto found = std::ranges::find(program_.parameters, name, &kernel_parameter::name);
      if (found != program_.parameters.end()) return found->offset;
    }
    return symbol_of(name);
  }

  column_ref address_column(const ptx::instruction& written, const ptx::operand& operand, memory_access& access,
                            std::size_t n) {
    const ptx::scalar_operand& base = operand.parts[0];
    if (const auto* reg = std::get_if<ptx::register_operand>(&base)) {
      const ptx::type kind = layout_->text->registers.at(static_cast<std::size_t>(reg->index)).kind;
      const int bytes = ptx::size_in_bytes(kind);
      if (kind == ptx::type::pred || (bytes != 4 && bytes != 8))
        refuse(written, "address: expected a register of 32 or 64 bits");
      return layout_->registers[static_cast<std::size_t>(reg->index)];
    }
    if (const auto* symbol = std::get_if<ptx::symbol_operand>(&base)) {
      if (const auto param = layout_->params.find(symbol->name); n == 0 && param != layout_->params.end()) {
        access.stride = param->second.size;
        const std::int64_t first = operand.offset + symbol->offset;
        if (first < 0 || first + access.bytes() > param->second.size)
          refuse(written, fmt::format("{}: past its end", symbol->name));
        // The whole offset is the instruction's; the column is where lane 0's copy begins.
        return column_ref(column_ref::base::registers,
                          param->second.offset + static_cast<std::uint32_t>(symbol->offset));
      }
      const auto address = address_of(symbol->name);
      if (!address) refuse(written, fmt::format("{}: no such variable", symbol->name));
      return constant_column(*address + static_cast<std::uint64_t>(symbol->offset), ptx::type::u64);
    }
    if (const auto* integer = std::get_if<ptx::integer_immediate>(&base))
      return constant_column(integer->bits, ptx::type::u64);
    refuse(written, "address: expected a register, a variable or a number");
  }

  bool decode_target(const ptx::instruction& written, const ptx::operand& operand, instruction& made) {
    const auto* label = std::get_if<ptx::label_operand>(operand.parts.data());
    if (label == nullptr) return false;
    if (label->block >= 0) {
      const int target = layout_->text->labels.at(static_cast<std::size_t>(label->block)).instruction;
      flow_->targets.push_back(target);
      made.target = &code(layout_->first + target);
      return true;
    }
    const auto table = std::ranges::find(layout_->text->tables, label->name, &ptx::target_table::name);
    if (table == layout_->text->tables.end()) return false;
    jump_table& decoded = program_.tables.emplace_back();
    for (const std::string& name : table->targets) {
      const auto found = std::ranges::find(layout_->text->labels, name, &ptx::label::name);
      if (found == layout_->text->labels.end()) refuse(written, fmt::format("{}: no such label", name));
      flow_->targets.push_back(found->instruction);
      decoded.targets.push_back(&code(layout_->first + found->instruction));
    }
    made.table = &decoded;
    return true;
  }

  // call (results), function, (arguments) [, prototype]: results and arguments may be left out.
  bool decode_call(const ptx::instruction& written, instruction& made) {
    call_site& site = program_.calls.emplace_back();
    made.call = &site;
    const ptx::scalar_operand* function = nullptr;
    for (const ptx::operand& operand : written.operands) {
      if (operand.shape == ptx::operand::form::list) {
        auto& list = function == nullptr ? site.results : site.arguments;
        for (const ptx::scalar_operand& part : operand.parts) list.push_back(call_operand(written, part));
      } else if (function == nullptr && operand.parts.size() == 1) {
        function = operand.parts.data();
      }
    }
    if (function == nullptr) return false;
    if (const auto* reg = std::get_if<ptx::register_operand>(function)) {
      made.operand[0] = value_column(written, *reg, ptx::type::u64, false, false);
      program_.independent_blocks = false;
      return true;
    }
    const auto* symbol = std::get_if<ptx::symbol_operand>(function);
    if (symbol == nullptr) return false;
    const ptx::function* called = program_.text->find_function(symbol->name);
    const auto found =
        std::ranges::find(program_.callees, called == nullptr ? symbol->name : called->name, &callee::name);
    if (found != program_.callees.end()) {
      site.target = &*found;
      if (site.target->parameters.size() != site.arguments.size() ||
          site.target->results.size() != site.results.size()) {
        refuse(written, "arguments do not match the function's parameters");
      }
      return true;
    }
    site.builtin = builtin_named(symbol->name);
    program_.independent_blocks = false;
    return site.builtin != builtin_function::none;
  }

  static builtin_function builtin_named(std::string_view name) {
    if (name == "vprintf") return builtin_function::print;
    if (name == "__assertfail") return builtin_function::assertion;
    if (name == "malloc") return builtin_function::allocate;
    if (name == "free") return builtin_function::release;
    return builtin_function::none;
  }

  param_variable call_operand(const ptx::instruction& written, const ptx::scalar_operand& part) {
    if (const auto* symbol = std::get_if<ptx::symbol_operand>(&part)) {
      const auto found = layout_->params.find(symbol->name);
      if (found == layout_->params.end()) refuse(written, fmt::format("{}: not a .param variable", symbol->name));
      return found->second;
    }
    if (const auto* reg = std::get_if<ptx::register_operand>(&part)) {
      const auto index = static_cast<std::size_t>(reg->index);
      const ptx::register_declaration& declared = layout_->text->registers.at(index);
      if (declared.kind == ptx::type::pred) refuse(written, "a predicate as an argument");
      return {declared.name, layout_->registers[index].offset(), column_bytes(declared.kind) / lanes_per_warp};
    }
    if (std::holds_alternative<ptx::sink_operand>(part)) return {"_", scratch_.offset(), 8};
    refuse(written, "argument: expected a .param variable or a register");
  }

  program& program_;
  const symbol_addresses& symbols_;
  bool watched_;

  place_allocator registers_{most_register_bytes, "registers"};
  place_allocator specials_{most_register_bytes, "special registers"};
  place_allocator shared_{most_shared_bytes, "shared memory"};
  place_allocator local_{most_local_bytes, "local memory"};
  std::deque<function_layout> layouts_;
  const function_layout* layout_ = nullptr;
  control_flow_node* flow_ = nullptr;
  std::vector<bool> parts_lanes_;  // by instruction: its guard may part lanes, which meet again at the next
  column_ref scratch_;             // what `_` receives
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> constants_;
  std::map<std::string, std::uint64_t, std::less<>> module_shared_;
  std::vector<std::string> dynamic_names_;
};

}  // namespace

std::shared_ptr<const program> decode(std::shared_ptr<const ptx::module> text, const ptx::function& kernel,
                                      const symbol_addresses& symbols, bool watched) {
  auto made = std::make_shared<program>();
  made->text = std::move(text);
  made->kernel = &kernel;
  decoder(*made, symbols, watched).run();
  return made;
}

}  // namespace warpfold::simt
