// Reductions of arrays whose dtype is known at run time, whole or piece by piece.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/scalar.hpp"
#include "warpfold/reduce/call_arguments.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold {

// Every operator of ops.def.
enum class op : std::uint8_t {
#define WARPFOLD_OP(name, inputs, summary) name,
#include "warpfold/reduce/ops.def"
};
std::string_view name_of(op operation);
// Throws error for a name that is not in ops.def, listing those that are.
op op_from_name(std::string_view name);
int inputs_of(op operation);
std::string_view summary_of(op operation);

// The result of reducing a whole array: one value, or several in the order that the operator's header states (minmax:
// least, greatest).
struct result {
  std::vector<scalar> values;
  dimensions shape;  // () for one value, (2,) for two
};

// Reduces `array` (for dot: `a` and `b`, of one shape and dtype) by `operation` on the engine that the options ask for.
// Throws error where the contract says so: overflow of an integer result, no elements and no identity, an operator that
// the dtype has no meaning for; and where the engine cannot: memory that it cannot read, no GPU, no kernel for it, what
// the GPU's driver refuses.
// Cost: one pass over the elements in any order of strides; O(1) additional memory per thread.
result reduce(op operation, const array_view& array, const options& choice = {});
result reduce(op operation, const array_view& a, const array_view& b, const options& choice = {});
// The same of what is not viewed yet, such as a std::mdspan. A std::vector, std::span or C array is a view by itself.
template <class Array>
requires(!std::convertible_to<const Array&, array_view>) result
    reduce(op operation, const Array& array, const options& choice = {}) {
  if constexpr (detail::is_readable<Array>()) return reduce(operation, detail::any_view_of(array), choice);
}

// The same reduction over an array that arrives in pieces: the pieces one after another, each in C order, are the
// array. However the array is cut, the result is the same to the last bit.
class reduction {
 public:
  // Throws error where the operator has no meaning for the dtype.
  reduction(op operation, dtype type, const options& choice = {});
  ~reduction();
  reduction(reduction&&) noexcept;
  reduction& operator=(reduction&&) noexcept;

  // Takes the next piece; its dtype must be the reduction's. The piece may be released afterwards.
  void add(const array_view& piece);
  // The next pieces of both arrays of a dot product, of one size.
  void add(const array_view& piece_a, const array_view& piece_b);

  // The result over all pieces so far. Throws error as reduce() does.
  result finish() const;

  // The exact sums over all pieces so far, in bytes that any machine reads: the same bytes for the same elements,
  // whatever their order, the pieces or the engine. Throws error where the operator has no exact sums: it has them for
  // sum, mean, dot, norm (not of order infinity, nor of complex numbers in order 1), var and std, unless they are fast.
  std::vector<std::byte> save() const;
  // Takes what another reduction of that dtype, by an operator that sums the same, has saved, as if its pieces had been
  // added here. Throws error for any other bytes.
  void merge(std::span<const std::byte> saved);

 private:
  friend result reduce(op operation, const array_view& array, const options& choice);
  friend result reduce(op operation, const array_view& a, const array_view& b, const options& choice);

  // The same, where nothing follows.
  void add_last(std::span<const array_view> pieces);

  class state;
  std::unique_ptr<state> state_;
};

}  // namespace warpfold
