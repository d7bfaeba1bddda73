#include "warpfold/simt/ptx/module_parser.hpp"

#include <limits>
#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/ptx/constant_expression.hpp"
#include "warpfold/simt/ptx/function_parser.hpp"

namespace warpfold::simt::ptx {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 30;

bool is_linkage(const token_stream& in) {
  return in.at_dotted(".extern") || in.at_dotted(".visible") || in.at_dotted(".weak") || in.at_dotted(".common");
}

}  // namespace

module module_parser::parse() {
  version();
  target();
  while (!in_.at_end()) directive();
  check_names();
  return std::move(out_);
}

// `.version 9.0`
void module_parser::version() {
  if (!in_.accept_dotted(".version")) in_.fail("'.version'");
  const token number = in_.expect(token_kind::real, "a version such as 9.0");
  const std::size_t point = number.text.find('.');
  const std::string major(number.text.substr(0, point));
  const std::string minor(number.text.substr(point + 1));
  const auto short_number = [](const std::string& text) {
    return !text.empty() && text.size() <= 3 && text.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!short_number(major) || !short_number(minor)) in_.fail(number, "a version such as 9.0");
  out_.version_major = std::stoi(major);
  out_.version_minor = std::stoi(minor);
}

// `.target sm_90a, debug`
void module_parser::target() {
  if (!in_.accept_dotted(".target")) in_.fail("'.target'");
  const token name = in_.expect(token_kind::identifier, "an architecture such as sm_90");
  out_.target = name.text;
  while (in_.accept_symbol(",")) in_.expect(token_kind::identifier, "a target option");
}

void module_parser::directive() {
  if (in_.accept_symbol(";")) return;
  if (in_.accept_dotted(".address_size")) {
    out_.address_size = static_cast<int>(parse_integer(in_, "an address size", 32, 64));
  } else if (in_.at_dotted(".target")) {
    target();
  } else if (in_.accept_dotted(".file")) {
    files_.file(in_);
  } else if (in_.accept_dotted(".loc")) {
    files_.location(in_);
  } else if (in_.accept_dotted(".section")) {
    section();
  } else if (in_.accept_dotted(".pragma")) {
    skip_to_semicolon();
  } else if (in_.accept_dotted(".alias")) {
    alias();
  } else {
    linked();
  }
}

// `.section .debug_str { … }`: of no effect on execution.
void module_parser::section() {
  while (!in_.at_symbol("{")) {
    if (in_.at_end()) in_.fail("'{'");
    in_.take();
  }
  int depth = 0;
  do {
    if (in_.at_end()) in_.fail("'}'");
    if (in_.at_symbol("{")) ++depth;
    if (in_.at_symbol("}")) --depth;
    in_.take();
  } while (depth > 0);
}

void module_parser::skip_to_semicolon() {
  while (!in_.at_symbol(";") && !in_.at_end()) in_.take();
  in_.expect_symbol(";");
}

void module_parser::alias() {
  const token name = in_.expect(token_kind::identifier, "a function's name");
  in_.expect_symbol(",");
  const token aliased = in_.expect(token_kind::identifier, "a function's name");
  in_.expect_symbol(";");
  names_.try_emplace(name.text, 1);
  referred_.push_back(aliased);
  out_.aliases.push_back({std::string(name.text), std::string(aliased.text)});
}

void module_parser::linked() {
  linkage links;
  while (is_linkage(in_)) {
    const token word = in_.take();
    links.external |= word.text == ".extern";
    links.visible |= word.text != ".extern";
  }
  if (in_.accept_dotted(".entry")) {
    function(true);
  } else if (in_.accept_dotted(".func")) {
    function(false);
  } else if (in_.at_dotted(".global") || in_.at_dotted(".const") || in_.at_dotted(".shared") ||
             in_.at_dotted(".local") || in_.at_dotted(".param")) {
    variables(*space_named(in_.take().text.substr(1)), links);
  } else {
    in_.fail("a directive");
  }
}

void module_parser::variables(space in_space, const linkage& links) {
  declaration_head head = declarations_.head(in_space);
  head.external = links.external;
  head.visible = links.visible;
  do {
    add_variable(declarations_.declarator(head));
  } while (in_.accept_symbol(","));
  in_.expect_symbol(";");
}

void module_parser::add_variable(const declared_variable& declared) {
  if (function_index_.contains(declared.name.text)) in_.fail(declared.name, "a name that no function has");
  const auto [found, is_new] = variable_index_.try_emplace(declared.name.text, out_.variables.size());
  names_[declared.name.text] = declared.element_bytes;
  if (is_new) {
    out_.variables.push_back(declared.value);
  } else if (out_.variables[found->second].external) {
    out_.variables[found->second] = declared.value;
  } else if (!declared.value.external) {
    in_.fail(declared.name, "one definition of the variable");
  }
}

// `[attributes] [(results)] name [(parameters)] tuning… { … }` or `;` for a body.
void module_parser::function(bool entry) {
  ptx::function added;
  added.entry = entry;
  if (in_.accept_dotted(".attribute")) {
    while (!in_.at_symbol(";") && !in_.at_end() && !in_.accept_symbol(")")) in_.take();
    in_.accept_symbol(")");
  }
  while (in_.at_dotted(".noreturn")) tuning_directive(added);
  const std::vector<declared_variable> results = declarations_.parameters();
  const token name = in_.expect(token_kind::identifier, "a function's name");
  if (variable_index_.contains(name.text)) in_.fail(name, "a name that no variable has");
  added.name = name.text;
  added.at = name.at;
  names_.try_emplace(name.text, 1);
  const std::vector<declared_variable> parameters = declarations_.parameters();
  while (tuning_directive(added)) {
  }
  function_parser parser(in_, declarations_, files_, names_, added);
  parser.declare_parameters(results, parameters);
  if (in_.at_symbol("{")) {
    const std::vector<token> names = parser.body();
    referred_.insert(referred_.end(), names.begin(), names.end());
  } else {
    in_.expect_symbol(";");
    added.external = true;
  }
  add_function(name, std::move(added));
}

// A function that was declared before takes its place; the declaration of a defined function says nothing new.
void module_parser::add_function(const token& name, ptx::function&& added) {
  const auto [found, is_new] = function_index_.try_emplace(name.text, out_.functions.size());
  if (is_new) {
    out_.functions.push_back(std::move(added));
  } else if (out_.functions[found->second].external) {
    out_.functions[found->second] = std::move(added);
  } else if (!added.external) {
    in_.fail(name, "one definition of the function");
  }
}

int module_parser::one_number() {
  return static_cast<int>(parse_integer(in_, "a number", 0, std::numeric_limits<int>::max()));
}

// Dimensions that are not given are 1.
void module_parser::up_to_three(std::array<int, 3>& sizes) {
  sizes = {1, 1, 1};
  std::size_t dimension = 0;
  do {
    if (dimension == sizes.size()) in_.fail("at most three dimensions");
    sizes[dimension++] = one_number();
  } while (in_.accept_symbol(","));
}

// One of the directives that may stand between a function's parameters and its body; false if there is none.
bool module_parser::tuning_directive(ptx::function& of) {
  if (in_.accept_dotted(".maxntid")) {
    up_to_three(of.maximum_threads);
  } else if (in_.accept_dotted(".reqntid")) {
    up_to_three(of.required_threads);
  } else if (in_.accept_dotted(".reqnctapercluster")) {
    up_to_three(of.required_cluster);
  } else if (in_.accept_dotted(".minnctapersm")) {
    of.minimum_blocks_per_sm = one_number();
  } else if (in_.accept_dotted(".maxnreg")) {
    of.maximum_registers = one_number();
  } else if (in_.accept_dotted(".maxclusterrank")) {
    of.maximum_cluster_rank = one_number();
  } else if (in_.accept_dotted(".explicitcluster")) {
    of.explicit_cluster = true;
  } else if (in_.accept_dotted(".noreturn")) {
    of.noreturn = true;
  } else if (in_.accept_dotted(".maxnctapersm") || in_.accept_dotted(".abi_preserve") ||
             in_.accept_dotted(".abi_preserve_control")) {
    one_number();
  } else if (in_.accept_dotted(".pragma")) {
    do {
      of.pragmas.emplace_back(in_.expect(token_kind::string, "a string").text);
    } while (in_.accept_symbol(","));
    in_.expect_symbol(";");
  } else {
    return in_.accept_dotted(".blocksareclusters");
  }
  return true;
}

void module_parser::check_names() const {
  const auto check = [&](const std::vector<token>& names) {
    for (const token& name : names) {
      if (!names_.contains(name.text)) in_.fail(name, "a declared name");
    }
  };
  check(referred_);
  check(declarations_.referred());
}

module parse(std::string_view text, const std::string& name) {
  if (text.size() > longest_text) {
    throw error(name + ":1:1: found " + std::to_string(text.size()) + " bytes of text, expected at most " +
                std::to_string(longest_text));
  }
  return module_parser(text, name).parse();
}

}  // namespace warpfold::simt::ptx
