// redux.sync: every lane receives the reduction of all lanes' values
#include "warpfold/simt/isa/collective.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

template <class T, class Combine>
struct reduction {
  static constexpr int members = 2;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const std::uint32_t* const a = w.column<std::uint32_t>(i->operand[1]);
    T result = from_bits<T>(a[__builtin_ctz(lanes)]);
    for (lane_mask left = lanes & (lanes - 1); left != 0; left &= left - 1) {
      result = static_cast<T>(Combine{}(result, from_bits<T>(a[__builtin_ctz(left)])));
    }
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (lane_mask left = lanes; left != 0; left &= left - 1) destination[__builtin_ctz(left)] = to_bits<T>(result);
  }
};

template <class T, class Combine>
bound bind_reduction(const form& f, Combine) {
  return bind_collective<reduction<T, Combine>>(f);
}

template <class T>
bound bind_extremum(const form& f) {
  if (f.has("min")) return bind_reduction<T>(f, [](T a, T b) { return b < a ? b : a; });
  return bind_reduction<T>(f, [](T a, T b) { return a < b ? b : a; });
}

// NaNs are passed over, unless .NaN makes any of them the result. −0 lies below +0.
template <bool Absolute, bool Propagate>
bound bind_float_extremum(const form& f) {
  const auto pick = []<bool Least>(float a, float b) {
    if (Absolute) a = __builtin_fabsf(a), b = __builtin_fabsf(b);
    if (a != a || b != b) {
      if (Propagate) return __builtin_nanf("");
      return a != a ? b : a;
    }
    const bool b_below = b < a || (b == a && __builtin_signbit(b));
    return Least == b_below ? b : a;
  };
  if (f.has("min"))
    return bind_reduction<float>(f, [](float a, float b) { return decltype(pick){}.template operator()<true>(a, b); });
  return bind_reduction<float>(f, [](float a, float b) { return decltype(pick){}.template operator()<false>(a, b); });
}

bound bind_float(const form& f) {
  if (f.has("abs")) return f.has("NaN") ? bind_float_extremum<true, true>(f) : bind_float_extremum<true, false>(f);
  return f.has("NaN") ? bind_float_extremum<false, true>(f) : bind_float_extremum<false, false>(f);
}

}  // namespace

bound bind_redux(const form& f) {
  if (f.type() == ptx::type::f32) return bind_float(f);
  if (f.has("add")) return bind_reduction<std::uint32_t>(f, [](std::uint32_t a, std::uint32_t b) { return a + b; });
  if (f.has("and")) return bind_reduction<std::uint32_t>(f, [](std::uint32_t a, std::uint32_t b) { return a & b; });
  if (f.has("or")) return bind_reduction<std::uint32_t>(f, [](std::uint32_t a, std::uint32_t b) { return a | b; });
  if (f.has("xor")) return bind_reduction<std::uint32_t>(f, [](std::uint32_t a, std::uint32_t b) { return a ^ b; });
  return f.type() == ptx::type::s32 ? bind_extremum<std::int32_t>(f) : bind_extremum<std::uint32_t>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
