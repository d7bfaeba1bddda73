#include "warpfold/simt/ptx/function_parser.hpp"

#include <array>
#include <limits>
#include <utility>

#include "warpfold/simt/ptx/constant_expression.hpp"
#include "warpfold/simt/ptx/special_registers.hpp"

namespace warpfold::simt::ptx {
namespace {

// The element of a vector register that `.x` or `.r` selects; -1 for other words.
int component_index(std::string_view word) {
  if (word.size() != 2) return -1;
  for (const std::string_view letters : {"xyzw", "rgba"}) {
    const std::size_t index = letters.find(word[1]);
    if (index != std::string_view::npos) return static_cast<int>(index);
  }
  return -1;
}

bool declares_variable(std::string_view word) {
  return word == ".param" || word == ".local" || word == ".shared" || word == ".global" || word == ".const";
}

}  // namespace

void function_parser::declare_parameters(const std::vector<declared_variable>& results,
                                         const std::vector<declared_variable>& parameters) {
  const auto declare = [&](const declared_variable& declared, std::vector<variable>& into) {
    variable value = declared.value;
    if (value.name != "_" && value.space == space::reg) scopes_.declare_register(declared.name, value.kind, 1);
    if (value.name != "_" && value.space != space::reg) {
      value.name = scopes_.declare_variable(declared.name, declared.element_bytes);
    }
    into.push_back(std::move(value));
  };
  for (const declared_variable& result : results) declare(result, out_.results);
  for (const declared_variable& parameter : parameters) declare(parameter, out_.parameters);
}

std::vector<token> function_parser::body() {
  in_.expect_symbol("{");
  while (scopes_.nested() || !in_.at_symbol("}")) statement();
  in_.take();
  std::vector<token> names;
  for (const forward_reference& reference : scopes_.finish()) names.push_back(reference.name);
  return names;
}

void function_parser::statement() {
  if (in_.accept_symbol("{")) {
    scopes_.open();
  } else if (in_.accept_symbol("}")) {
    scopes_.close();
  } else if (in_.accept_symbol(";")) {
    return;
  } else if (in_.at(token_kind::dotted)) {
    directive();
  } else if (in_.at(token_kind::identifier) && in_.peek_second().kind == token_kind::symbol &&
             in_.peek_second().text == ":") {
    labelled();
  } else {
    instruction();
  }
}

void function_parser::directive() {
  if (in_.accept_dotted(".loc")) {
    source_ = files_.location(in_);
  } else if (in_.accept_dotted(".file")) {
    files_.file(in_);
  } else if (in_.accept_dotted(".pragma")) {
    while (!in_.at_symbol(";") && !in_.at_end()) in_.take();
    in_.expect_symbol(";");
  } else if (in_.at_dotted(".reg")) {
    register_declaration();
  } else {
    variable_declaration();
  }
}

void function_parser::register_declaration() {
  in_.take();
  const declaration_head head = declarations_.head(space::reg);
  do {
    const token name = in_.expect(token_kind::identifier, "a register's name");
    if (!in_.accept_symbol("<")) {
      scopes_.declare_register(name, head.kind, head.width);
      continue;
    }
    if (head.width != 1) in_.fail("no range of vector registers");
    const constant count = parse_unary_constant(in_);
    if (count.floating || count.negative()) in_.fail(name, "a range of registers whose number is a natural one");
    scopes_.declare_register_range(name, head.kind, count.bits);
    in_.expect_symbol(">");
  } while (in_.accept_symbol(","));
  in_.expect_symbol(";");
}

void function_parser::variable_declaration() {
  bool external = false;
  while (in_.at_dotted(".extern") || in_.at_dotted(".visible") || in_.at_dotted(".weak")) {
    external |= in_.take().text == ".extern";
  }
  if (!in_.at(token_kind::dotted) || !declares_variable(in_.peek().text)) in_.fail("a directive or an instruction");
  declaration_head head = declarations_.head(*space_named(in_.take().text.substr(1)));
  head.external = external;
  do {
    declared_variable declared = declarations_.declarator(head);
    declared.value.name = scopes_.declare_variable(declared.name, declared.element_bytes);
    out_.variables.push_back(std::move(declared.value));
  } while (in_.accept_symbol(","));
  in_.expect_symbol(";");
}

void function_parser::labelled() {
  const token name = in_.take();
  in_.take();
  if (in_.accept_dotted(".callprototype")) {
    call_prototype(name);
  } else if (in_.at_dotted(".branchtargets") || in_.at_dotted(".calltargets")) {
    in_.take();
    target_table(name);
  } else {
    scopes_.declare_label(name);
  }
}

void function_parser::target_table(const token& name) {
  const std::size_t index = out_.tables.size();
  out_.tables.push_back({scopes_.declare_table(name), {}});
  do {
    const token target = in_.expect(token_kind::identifier, "a target");
    scopes_.refer({target, index, out_.tables[index].targets.size(), 0, true});
    out_.tables[index].targets.emplace_back(target.text);
  } while (in_.accept_symbol(","));
  in_.expect_symbol(";");
}

// `(.param .b32 _) _ (.param .b64 _, .param .b32 _) [.noreturn];`
void function_parser::call_prototype(const token& name) {
  ptx::call_prototype prototype;
  prototype.name = scopes_.declare_table(name);
  for (declared_variable& result : declarations_.parameters()) prototype.results.push_back(std::move(result.value));
  in_.expect(token_kind::identifier, "'_'");
  for (declared_variable& each : declarations_.parameters()) prototype.parameters.push_back(std::move(each.value));
  while (in_.at(token_kind::dotted)) {
    prototype.noreturn |= in_.take().text == ".noreturn";
    if (in_.at(token_kind::integer)) in_.take();  // of .abi_preserve
  }
  in_.expect_symbol(";");
  out_.prototypes.push_back(std::move(prototype));
}

void function_parser::instruction() {
  ptx::instruction& added = out_.instructions.emplace_back();
  current_ = &added;
  added.at = in_.peek().at;
  added.source = source_;
  if (in_.at_symbol("@")) guard();
  added.mnemonic = in_.expect(token_kind::identifier, "an instruction").text;
  while (in_.at(token_kind::dotted)) added.modifiers.emplace_back(in_.take().text.substr(1));
  if (!in_.at_symbol(";")) {
    do {
      added.operands.emplace_back();
      added.operands.back() = parse_operand();
    } while (in_.accept_symbol(","));
  }
  in_.expect_symbol(";");
}

void function_parser::guard() {
  in_.take();
  ptx::guard found;
  found.negated = in_.accept_symbol("!");
  const token name = in_.expect(token_kind::identifier, "a predicate register");
  const function_scopes::meaning meaning = scopes_.find(name.text);
  const auto* const entry = std::get_if<function_scopes::register_entry>(&meaning);
  if (entry == nullptr) in_.fail(name, "a declared predicate register");
  found.register_index = entry->first;
  current_->guard = found;
}

operand function_parser::parse_operand() {
  if (in_.accept_symbol("[")) return address();
  if (in_.accept_symbol("{")) return braced();
  if (in_.at_symbol("(") && current_->mnemonic == "call") return parenthesized();
  operand found;
  if (in_.at_symbol("!") && in_.peek_second().kind == token_kind::identifier) {
    in_.take();
    found.negated = true;
  }
  named(found);
  return found;
}

// A scalar, `d|p`, or the name of a whole vector register.
void function_parser::named(operand& into) {
  const token first = in_.peek();
  if (first.kind == token_kind::identifier) {
    const function_scopes::meaning meaning = scopes_.find(first.text);
    const auto* const entry = std::get_if<function_scopes::register_entry>(&meaning);
    if (entry != nullptr && entry->width > 1 && in_.peek_second().kind != token_kind::dotted) {
      in_.take();
      into.shape = operand::form::vector;
      for (int element = 0; element < entry->width; ++element) {
        into.parts.emplace_back(register_operand{entry->first + element});
      }
      return;
    }
  }
  into.parts.push_back(name_or_number(0));
  if (in_.at(token_kind::dotted)) into.lane_select = lane_selector();
  if (!in_.accept_symbol("|")) return;
  into.shape = operand::form::pair;
  into.parts.push_back(name_or_number(1));
}

int function_parser::lane_selector() {
  constexpr std::array<std::string_view, 6> selectors = {".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
  for (std::size_t index = 0; index < selectors.size(); ++index) {
    if (in_.accept_dotted(selectors[index])) return static_cast<int>(index);
  }
  in_.fail("a selector of a byte or half");
}

operand function_parser::address() {
  operand found;
  found.shape = operand::form::address;
  found.parts.push_back(name_or_number(0));
  if (auto* const at_symbol = std::get_if<symbol_operand>(&found.parts.front())) {
    found.offset = std::exchange(at_symbol->offset, 0);
  } else if (std::holds_alternative<register_operand>(found.parts.front())) {
    found.offset = parse_offset(in_);
  }
  while (in_.accept_symbol(",")) {
    const bool in_braces = in_.accept_symbol("{");
    do {
      found.parts.push_back(name_or_number(found.parts.size()));
    } while (in_braces && in_.accept_symbol(","));
    if (in_braces) in_.expect_symbol("}");
  }
  in_.expect_symbol("]");
  return found;
}

operand function_parser::braced() {
  operand found;
  found.shape = operand::form::vector;
  do {
    found.parts.push_back(name_or_number(found.parts.size()));
  } while (in_.accept_symbol(","));
  in_.expect_symbol("}");
  return found;
}

operand function_parser::parenthesized() {
  operand found;
  found.shape = operand::form::list;
  in_.take();
  while (!in_.accept_symbol(")")) {
    if (!found.parts.empty()) in_.expect_symbol(",");
    found.parts.push_back(name_or_number(found.parts.size()));
  }
  return found;
}

// One part of the operand that the current instruction's last place will hold.
scalar_operand function_parser::name_or_number(std::size_t part) {
  if (!in_.at(token_kind::identifier) || in_.peek().text == "WARP_SZ") {
    if (!begins_constant(in_)) in_.fail("an operand");
    const constant number = parse_constant(in_);
    if (number.floating) return number.real;
    return integer_immediate{number.bits, number.negative()};
  }
  const token name = in_.take();
  if (name.text == "_") return sink_operand{};
  const function_scopes::meaning meaning = scopes_.find(name.text);
  if (const auto* const entry = std::get_if<function_scopes::register_entry>(&meaning)) {
    return register_component(name, *entry);
  }
  if (const auto* const entry = std::get_if<function_scopes::variable_entry>(&meaning)) {
    return symbol(entry->unique_name, entry->element_bytes);
  }
  if (name.text.front() == '%') return special(name);
  scopes_.refer({name, out_.instructions.size() - 1, current_->operands.size() - 1, part, false});
  return symbol(std::string(name.text), scopes_.module_element_bytes(name.text));
}

scalar_operand function_parser::register_component(const token& name, const function_scopes::register_entry& entry) {
  if (entry.width == 1) return register_operand{entry.first};
  const int component = in_.at(token_kind::dotted) ? component_index(in_.peek().text) : -1;
  if (component < 0 || component >= entry.width) in_.fail(name, "a component of the vector register");
  in_.take();
  return register_operand{entry.first + component};
}

scalar_operand function_parser::special(const token& name) {
  if (!is_special_register(name.text)) in_.fail(name, "a declared register");
  std::string spelled(name.text);
  if (is_special_vector(name.text)) {
    const token component = in_.expect(token_kind::dotted, "'.x', '.y', '.z' or '.w'");
    if (component_index(component.text) < 0) in_.fail(component, "'.x', '.y', '.z' or '.w'");
    spelled += component.text;
  }
  return special_register{std::move(spelled)};
}

// A variable's name, with `[index]` of an element or an offset in bytes.
scalar_operand function_parser::symbol(const std::string& name, std::uint64_t element_bytes) {
  symbol_operand found{name, 0};
  if (in_.accept_symbol("[")) {
    const std::int64_t most = std::numeric_limits<int>::max();
    found.offset = parse_integer(in_, "an index", 0, most) * static_cast<std::int64_t>(element_bytes);
    in_.expect_symbol("]");
  }
  found.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(found.offset) +
                                           static_cast<std::uint64_t>(parse_offset(in_)));
  return found;
}

}  // namespace warpfold::simt::ptx
