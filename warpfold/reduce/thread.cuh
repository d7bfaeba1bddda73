// What one thread folds by itself.
#pragma once

#include <cstdint>

#include "warpfold/reduce/operator.hpp"

namespace warpfold {

template <class Op>
using element_of = typename Op::element_type;

// Whether the operator takes the elements of two arrays in step.
template <class Op>
inline constexpr bool takes_two = requires(const Op& op, typename Op::state& state, element_of<Op> element) {
  op.absorb(state, element, element, std::int64_t{});
};

// Operators that do so much at once that one copy of their code in a kernel is enough.
template <class Op>
inline constexpr bool is_long = sizeof(typename Op::state) > 32;

namespace detail {
template <class Op>
__device__ __noinline__ typename Op::state absorbed(Op op, typename Op::state state, element_of<Op> a,
                                                    std::int64_t index) {
  op.absorb(state, a, index);
  return state;
}
template <class Op>
__device__ __noinline__ typename Op::state combined(Op op, typename Op::state left, typename Op::state right) {
  op.combine(left, right);
  return left;
}
}  // namespace detail

// Absorbs one element, or one of each array.
template <class Op>
__device__ void absorb_element(const Op& op, typename Op::state& state, element_of<Op> a, element_of<Op> b,
                               std::int64_t index) {
  if constexpr (takes_two<Op>) {
    op.absorb(state, a, b, index);
  } else if constexpr (is_long<Op>) {
    state = detail::absorbed(op, state, a, index);
  } else {
    op.absorb(state, a, index);
  }
}

// Combines two states.
template <class Op>
__device__ void combine_states(const Op& op, typename Op::state& left, const typename Op::state& right) {
  if constexpr (is_long<Op>) {
    left = detail::combined(op, left, right);
  } else {
    op.combine(left, right);
  }
}

// Elements that 16 bytes hold.
template <class T>
struct pack {
  static constexpr unsigned size = sizeof(uint4) / sizeof(T);
  T element[size];
};

// What a thread has gathered of an operator, in the form that suits it best; the one here takes any operator, element
// by element. Faster ones are specializations. One whose result is made of sums of integers has, instead of a state,
//   total()            what is to be added up, as integer_total.cuh takes it
//   state_of(totals)   the operator's state, from the totals of all threads
template <class Op>
class thread_partial {
 public:
  __device__ explicit thread_partial(const Op& op) : state_(op.identity()) {}

  // Absorbs one element.
  __device__ void add(const Op& op, element_of<Op> a, element_of<Op> b, std::int64_t index) {
    absorb_element(op, state_, a, b, index);
  }
  // Absorbs neighbouring elements, the first of which has that index.
  __device__ void add(const Op& op, const pack<element_of<Op>>& a, const pack<element_of<Op>>& b, std::int64_t index) {
#pragma unroll
    for (unsigned i = 0; i < pack<element_of<Op>>::size; ++i) {
      absorb_element(op, state_, a.element[i], b.element[i], index + i);
    }
  }
  __device__ typename Op::state state(const Op&) const {
    return state_;
  }

 private:
  typename Op::state state_;
};

template <class Op>
concept has_total = requires(const thread_partial<Op>& partial) {
  partial.total();
};

}  // namespace warpfold
