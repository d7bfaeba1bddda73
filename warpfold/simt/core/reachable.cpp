#include "warpfold/simt/core/reachable.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <variant>

namespace warpfold::simt {
namespace {

// Functions of a module that instructions of `function` name.
std::vector<const ptx::function*> named_functions(const ptx::module& text, const ptx::function& function) {
  std::set<std::string> seen;
  std::vector<const ptx::function*> found;
  for (const ptx::instruction& i : function.instructions) {
    for (const ptx::operand& operand : i.operands) {
      for (const ptx::scalar_operand& part : operand.parts) {
        const auto* symbol = std::get_if<ptx::symbol_operand>(&part);
        if (symbol == nullptr || !seen.insert(symbol->name).second) continue;
        const ptx::function* named = text.find_function(symbol->name);
        if (named != nullptr && !named->external && !named->entry) found.push_back(named);
      }
    }
  }
  return found;
}

void visit(const ptx::module& text, const ptx::function& from, std::vector<const ptx::function*>& visited) {
  std::vector<const ptx::function*> pending = {&from};
  while (!pending.empty()) {
    const ptx::function* function = pending.back();
    pending.pop_back();
    for (const ptx::function* named : named_functions(text, *function)) {
      if (std::ranges::find(visited, named) != visited.end()) continue;
      visited.push_back(named);
      pending.push_back(named);
    }
  }
}

}  // namespace

std::vector<const ptx::function*> reachable_functions(const ptx::module& text, const ptx::function& kernel) {
  std::vector<const ptx::function*> functions = {&kernel};
  visit(text, kernel, functions);
  // Tables of functions in memory: what they name may be called through them.
  for (const ptx::variable& v : text.variables) {
    for (const ptx::initializer_symbol& symbol : v.initial_symbols) {
      const ptx::function* named = text.find_function(symbol.symbol);
      if (named == nullptr || named->external || named->entry) continue;
      if (std::ranges::find(functions, named) != functions.end()) continue;
      functions.push_back(named);
      visit(text, *named, functions);
    }
  }
  return functions;
}

bool is_recursive(const ptx::module& text, const ptx::function& function) {
  std::vector<const ptx::function*> called;
  visit(text, function, called);
  return std::ranges::find(called, &function) != called.end();
}

}  // namespace warpfold::simt
