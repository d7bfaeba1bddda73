#include "warpfold/simt/ptx/declaration.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "warpfold/simt/ptx/constant_expression.hpp"
#include "warpfold/simt/ptx/initializer.hpp"

namespace warpfold::simt::ptx {
namespace {

constexpr std::size_t most_dimensions = 16;
constexpr std::int64_t largest_alignment = 1 << 20;

// More bytes than any GPU has of the state space; a larger variable is a mistake or an attack.
std::uint64_t largest_variable(space s) {
  switch (s) {
    case space::global:
      return std::uint64_t{1} << 40;
    case space::constant:
      return 10 * 65536;
    case space::local:
      return 512 * 1024;
    case space::shared:
      return 1 << 20;
    default:
      return 1 << 16;
  }
}

// `.texref` and its like are opaque: the machine stores a handle.
bool is_opaque(std::string_view word) {
  return word == ".texref" || word == ".samplerref" || word == ".surfref";
}

}  // namespace

declaration_parser::declaration_parser(token_stream& in, std::size_t text_bytes)
    : in_(in), initial_bytes_left_((std::uint64_t{1} << 26) + 8 * static_cast<std::uint64_t>(text_bytes)) {}

declaration_head declaration_parser::head(space in_space) {
  declaration_head head;
  head.space = in_space;
  if (in_space == space::constant && in_.accept_symbol("[")) {
    parse_integer(in_, "a bank", 0, 10);
    in_.expect_symbol("]");
  }
  while (in_.at(token_kind::dotted)) {
    const token word = in_.take();
    if (word.text == ".align") {
      const token at = in_.peek();
      const std::int64_t bytes = parse_integer(in_, "an alignment", 1, largest_alignment);
      if ((bytes & (bytes - 1)) != 0) in_.fail(at, "a power of two");
      (head.points_to ? head.points_to_alignment : head.alignment) = static_cast<int>(bytes);
    } else if (word.text == ".ptr") {
      head.points_to = space::generic;
    } else if (word.text == ".attribute") {
      attributes(head);
    } else if (head.points_to && space_named(word.text.substr(1))) {
      head.points_to = space_named(word.text.substr(1));
    } else {
      type_or_width(head, word);
    }
  }
  if (head.kind == type::none) in_.fail("a type");
  return head;
}

void declaration_parser::type_or_width(declaration_head& head, const token& word) {
  const std::string_view name = word.text.substr(1);
  if (name == "v2" || name == "v4" || name == "v8") {
    head.width = name.back() - '0';
  } else if (is_opaque(word.text)) {
    head.kind = type::b64;
  } else if (const std::optional<type> kind = type_named(name); kind && head.kind == type::none) {
    head.kind = *kind;
  } else {
    in_.fail(word, "a type, an alignment or an attribute");
  }
}

// `(.managed, .unified(1, 2))`; only .managed changes how the variable behaves here.
void declaration_parser::attributes(declaration_head& head) {
  in_.expect_symbol("(");
  do {
    const token attribute = in_.expect(token_kind::dotted, "an attribute");
    if (attribute.text == ".managed") head.managed = true;
    if (!in_.accept_symbol("(")) continue;
    while (!in_.at_symbol(")") && !in_.at_end()) in_.take();
    in_.expect_symbol(")");
  } while (in_.accept_symbol(","));
  in_.expect_symbol(")");
}

// 0 stands for an unknown first dimension.
std::vector<std::uint64_t> declaration_parser::dimensions() {
  std::vector<std::uint64_t> found;
  while (in_.accept_symbol("[")) {
    if (found.size() == most_dimensions) in_.fail("at most " + std::to_string(most_dimensions) + " dimensions");
    if (found.empty() && in_.accept_symbol("]")) {
      found.push_back(0);
      continue;
    }
    const std::int64_t least = found.empty() ? 0 : 1;
    found.push_back(
        static_cast<std::uint64_t>(parse_integer(in_, "a dimension", least, std::numeric_limits<std::int64_t>::max())));
    in_.expect_symbol("]");
  }
  return found;
}

std::uint64_t declaration_parser::checked_size(const token& name, const declaration_head& head,
                                               const std::vector<std::uint64_t>& dimensions) const {
  const std::uint64_t largest = largest_variable(head.space);
  std::uint64_t bytes = head.element_bytes();
  for (const std::uint64_t dimension : dimensions) {
    if (dimension != 0 && bytes > largest / dimension) {
      in_.fail(name.at, "an array of more than " + std::to_string(largest) + " bytes",
               "at most so many in ." + std::string(spelling(head.space)));
    }
    bytes *= dimension;
  }
  return bytes;
}

declared_variable declaration_parser::declarator(const declaration_head& head) {
  declared_variable declared;
  declared.name = in_.expect(token_kind::identifier, "a name");
  declared.element_bytes = head.element_bytes();
  const std::vector<std::uint64_t> dimensions = this->dimensions();
  variable& value = declared.value;
  value.name = declared.name.text;
  value.space = head.space;
  value.kind = head.kind;
  value.alignment = head.alignment != 0 ? head.alignment : static_cast<int>(head.element_bytes());
  value.size = checked_size(declared.name, head, dimensions);
  value.external = head.external;
  value.visible = head.visible;
  value.managed = head.managed;
  value.at = declared.name.at;
  value.points_to = head.points_to;
  value.points_to_alignment = head.points_to_alignment;
  const bool keeps_values = (head.space == space::global || head.space == space::constant) && !head.external;
  if (in_.at_symbol("=") && !keeps_values)
    in_.fail("';', for only variables in .global and .const have initial values");
  if (in_.accept_symbol("=")) {
    initializer_parser(*this, head, dimensions, value).parse();
  }
  return declared;
}

std::vector<declared_variable> declaration_parser::parameters() {
  std::vector<declared_variable> found;
  if (!in_.accept_symbol("(")) return found;
  while (!in_.accept_symbol(")")) {
    if (!found.empty()) in_.expect_symbol(",");
    const token word = in_.expect(token_kind::dotted, "'.param' or '.reg'");
    if (word.text != ".param" && word.text != ".reg") in_.fail(word, "'.param' or '.reg'");
    found.push_back(declarator(head(*space_named(word.text.substr(1)))));
  }
  return found;
}

}  // namespace warpfold::simt::ptx
