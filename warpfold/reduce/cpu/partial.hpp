// A partial result of one operator on one element type, behind one face for all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"
#include "warpfold/reduce/saved_sums.hpp"

namespace warpfold::cpu {

// Elements that lie one after another, aligned and in the machine's byte order; of one array or of two in step.
struct run {
  std::array<const std::byte*, 2> elements;
  std::int64_t count;
  std::int64_t index;  // of the first, in C order in the whole array
};

class partial {
 public:
  virtual ~partial() = default;

  virtual warpfold::laws laws() const = 0;
  // The same operator, of no elements.
  virtual std::unique_ptr<partial> fresh() const = 0;
  virtual std::unique_ptr<partial> copy() const = 0;

  // Takes more elements. Where the operator is not associative, they follow those taken so far, of which there must be
  // a multiple of fixed_block.
  virtual void add(const run& elements) = 0;
  // Takes what `right`, of the same operator, has. Where the operator is not associative, `right` starts where a
  // subtree of its size may start (fixed_order.hpp).
  virtual void append(const partial& right) = 0;
  // Takes the state of `count` elements that another engine gives: its bytes, state_bytes() of them. Where the operator
  // is not associative, they follow those taken so far, are fixed_block times a power of two and start where a subtree
  // of that size may start; or nothing follows them.
  virtual void append_state(std::span<const std::byte> state, std::int64_t count) = 0;
  virtual std::size_t state_bytes() const = 0;
  // The exact sums of what has been taken, of `count` elements; nothing where the operator has none.
  virtual std::optional<saved_sums> save(std::int64_t count) const = 0;
  // Takes what another of the same operator or one that sums the same has saved. Throws error for other sums.
  virtual void load(const saved_sums& saved) = 0;
  // Whether further elements cannot change the result.
  virtual bool settled() const = 0;

  virtual result finish(std::int64_t count) const = 0;
};

// The partial result of no elements. Throws error where the operator has no meaning for `type`, or cannot give the
// result dtype that the options ask for.
std::unique_ptr<partial> make_partial(op operation, dtype type, const options& choice);

// make_partial for elements of type T; one unit a type.
template <element T>
std::unique_ptr<partial> make_partial_of(op operation, const options& choice);

}  // namespace warpfold::cpu
