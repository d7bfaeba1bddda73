// States that another engine has computed, appended to what the CPU has gathered: as if it had seen the elements.
#include <gtest/gtest.h>

#include "test/reduce/values.hpp"
#include "warpfold/reduce/cpu/unit.hpp"

namespace warpfold::test {
namespace {

// The operator's state over some elements, one by one; for dot, each times the one after it.
template <class Op>
typename Op::state state_of(const Op& op, const typename Op::element_type* elements, std::int64_t count) {
  typename Op::state state = op.identity();
  for (std::int64_t i = 0; i < count; ++i) cpu::absorb_at(op, state, elements, elements + 1, i, i);
  return state;
}

// Carries a sum's digits, which changes all of them up to the top where it is negative.
template <class Sum>
void normalize(Sum& sum) {
  if constexpr (requires { sum.squares; }) {
    normalize(sum.sum);
    normalize(sum.squares);
  } else if constexpr (requires { sum.imaginary; }) {
    normalize(sum.real);
    normalize(sum.imaginary);
  } else {
    sum.value.normalize();
  }
}

template <class Op>
void check_append(const Op& op, kind of) {
  using T = typename Op::element_type;
  constexpr std::int64_t count = 500, cut = 123;
  const std::vector<T> elements = values<T>(of, count + 1);
  cpu::kernel<Op> whole(op);
  whole.add(op, elements.data(), elements.data() + 1, count, 0);
  for (const bool normalized : {false, true}) {
    cpu::kernel<Op> appended(op);
    appended.add(op, elements.data(), elements.data() + 1, cut, 0);
    typename Op::state state = state_of(op, elements.data() + cut, count - cut);
    if (normalized) normalize(state);
    appended.append_state(op, state, count - cut);
    using R = typename Op::result_type;
    EXPECT_TRUE(oracle::same(whole.template finish<R>(op, count), appended.template finish<R>(op, count)))
        << typeid(Op).name() << ' ' << static_cast<int>(of);
  }
}

template <element T>
void check_exact() {
  for (const kind of : {kind::small, kind::anything, kind::near_one, kind::special}) {
    check_append(operators::sum<T>(overflow::error), of);
    check_append(operators::mean<T>(), of);
    check_append(operators::dot<T>(overflow::error), of);
    check_append(operators::norm_two<T>(), of);
    if constexpr (floating_element<T>) {
      check_append(operators::norm_one<T>(), of);
      check_append(operators::var<T>(1), of);
      check_append(operators::standard_deviation<T>(1), of);
    }
  }
}

TEST(append_state, adds_to_exact_sums) {
  check_exact<float16>();
  check_exact<bfloat16>();
  check_exact<float>();
  check_exact<double>();
  check_exact<std::complex<float>>();
  check_exact<std::complex<double>>();
}

}  // namespace
}  // namespace warpfold::test
