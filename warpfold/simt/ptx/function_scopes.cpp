#include "warpfold/simt/ptx/function_scopes.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace warpfold::simt::ptx {
namespace {

constexpr std::size_t deepest_scope = 256;

constexpr std::string_view component_letters = "xyzw";

// The number that follows the prefix, unless it is written with leading zeros: %r01 is not a member of %r<10>.
bool is_member(std::string_view digits, std::uint64_t count) {
  if (digits.size() > 1 && digits.front() == '0') return false;
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return problem == std::errc() && end == digits.data() + digits.size() && number < count;
}

}  // namespace

void function_scopes::open() {
  if (scopes_.size() == deepest_scope) in_.fail("at most " + std::to_string(deepest_scope) + " nested scopes");
  scopes_.emplace_back();
}

void function_scopes::close() {
  scope closing = std::move(scopes_.back());
  scopes_.pop_back();
  settle(closing, scopes_.back().references);
}

std::uint64_t function_scopes::module_element_bytes(std::string_view name) const {
  const auto found = module_names_.find(name);
  return found == module_names_.end() ? 1 : found->second;
}

std::vector<forward_reference> function_scopes::finish() {
  std::vector<forward_reference> unsettled;
  settle(scopes_.front(), unsettled);
  return unsettled;
}

void function_scopes::settle(scope& closing, std::vector<forward_reference>& unsettled) {
  for (const forward_reference& reference : closing.references) {
    const auto label = closing.labels.find(reference.name.text);
    if (label == closing.labels.end()) {
      unsettled.push_back(reference);
    } else {
      write(reference, label->second);
    }
  }
}

void function_scopes::write(const forward_reference& reference, const label_operand& target) {
  if (reference.in_table) {
    out_.tables[reference.instruction].targets[reference.operand] = target.name;
  } else {
    out_.instructions[reference.instruction].operands[reference.operand].parts[reference.part] = target;
  }
}

// No identifier of PTX has a full stop, so the names made here meet no other.
std::string function_scopes::make_unique(std::string_view name) {
  const int earlier = uses_of_name_[name]++;
  const bool taken = earlier > 0 || module_names_.contains(name);
  return taken ? std::string(name) + "." + std::to_string(earlier) : std::string(name);
}

void function_scopes::require_new(const token& name) const {
  const scope& innermost = scopes_.back();
  if (innermost.names.contains(name.text) || innermost.labels.contains(name.text)) {
    in_.fail(name, "a name that this scope does not declare twice");
  }
}

int function_scopes::add_registers(const std::string& name, type kind, int width) {
  const int first = static_cast<int>(out_.registers.size());
  if (width == 1) out_.registers.push_back({name, kind});
  for (int element = 0; width > 1 && element < width; ++element) {
    out_.registers.push_back({name + "." + component_letters[static_cast<std::size_t>(element)], kind});
  }
  return first;
}

void function_scopes::declare_register(const token& name, type kind, int width) {
  require_new(name);
  scopes_.back().names[name.text] = register_entry{add_registers(std::string(name.text), kind, width), width};
}

void function_scopes::declare_register_range(const token& prefix, type kind, std::uint64_t count) {
  if (!scopes_.back().ranges.try_emplace(prefix.text, register_range{kind, count}).second) {
    in_.fail(prefix, "a name that this scope does not declare twice");
  }
}

std::string function_scopes::declare_variable(const token& name, std::uint64_t element_bytes) {
  require_new(name);
  std::string unique = make_unique(name.text);
  scopes_.back().names[name.text] = variable_entry{unique, element_bytes};
  return unique;
}

void function_scopes::declare_label(const token& name) {
  require_new(name);
  const std::string unique = make_unique(name.text);
  scopes_.back().labels[name.text] = {static_cast<int>(out_.labels.size()), unique};
  out_.labels.push_back({unique, static_cast<int>(out_.instructions.size())});
}

std::string function_scopes::declare_table(const token& name) {
  require_new(name);
  std::string unique = make_unique(name.text);
  scopes_.back().labels[name.text] = {-1, unique};
  return unique;
}

function_scopes::meaning function_scopes::find(std::string_view name) {
  for (auto at = scopes_.rbegin(); at != scopes_.rend(); ++at) {
    const auto found = at->names.find(name);
    if (found != at->names.end()) return found->second;
    if (find_in_range(*at, name)) return at->names[name];
  }
  return unknown{};
}

// Declares the register if one of the scope's ranges has it.
bool function_scopes::find_in_range(scope& in, std::string_view name) {
  if (in.ranges.empty()) return false;
  constexpr std::size_t most_digits = 19;
  for (std::size_t digits = 1; digits < name.size() && digits <= most_digits; ++digits) {
    const std::size_t split = name.size() - digits;
    if (name[split] < '0' || name[split] > '9') return false;
    const auto range = in.ranges.find(name.substr(0, split));
    if (range == in.ranges.end() || !is_member(name.substr(split), range->second.count)) continue;
    in.names[name] = register_entry{add_registers(std::string(name), range->second.kind, 1), 1};
    return true;
  }
  return false;
}

}  // namespace warpfold::simt::ptx
