#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/operator_partial.hpp"

namespace warpfold::cpu {

std::unique_ptr<partial> make_partial(op operation, dtype type, const options& choice) {
  return visit_dtype(
      type, [&](auto tag) { return make_partial_of<typename decltype(tag)::type>(operation, effective(choice)); });
}

void throw_result_dtype(dtype elements, dtype asked) {
  throw error("the result over " + std::string(name_of(elements)) + " elements cannot be given as " +
              std::string(name_of(asked)));
}

void require_like(const saved_sums& found, const saved_sums& expected) {
  if (found.of == expected.of && found.type == expected.type) return;
  throw error("accumulator of " + description(found) + ", expected " + description(expected));
}

}  // namespace warpfold::cpu
