#include "warpfold/simt/ptx/module.hpp"

#include <algorithm>

namespace warpfold::simt::ptx {
namespace {

template <class Row>
const Row* find_named(const std::vector<Row>& rows, const std::string& name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::string instruction::opcode() const {
  std::string text = mnemonic;
  for (const std::string& modifier : modifiers) text.append(".").append(modifier);
  return text;
}

const function* module::find_function(const std::string& name) const {
  const function_alias* const alias = find_named(aliases, name);
  return find_named(functions, alias == nullptr ? name : alias->target);
}

const variable* module::find_variable(const std::string& name) const {
  return find_named(variables, name);
}

}  // namespace warpfold::simt::ptx
