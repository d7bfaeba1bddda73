// d = a / b: integers truncate; floating-point quotients are rounded once, in the approximate forms too
#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/integer_division.hpp"
#include "warpfold/simt/isa/quotient.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_div(const form& f) {
  if (f.has("approx")) {
    return with_flag(f.has("ftz"), []<bool Flush>() {
      return lanewise<float, float, float>(
          [](float a, float b) { return flush<Flush>(approximate_quotient(flush<Flush>(a), flush<Flush>(b))); });
    });
  }
  if (f.type() == ptx::type::f32) {
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("ftz"), []<bool Flush>() {
        return lanewise<float, float, float>(
            [](float a, float b) { return flush<Flush>(rounded_quotient<Mode>(flush<Flush>(a), flush<Flush>(b))); });
      });
    });
  }
  if (f.type() == ptx::type::f64) {
    return with_rounding(f, []<rounding Mode>() {
      return lanewise<double, double, double>([](double a, double b) { return rounded_quotient<Mode>(a, b); });
    });
  }
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
      f.type(), []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return integer_quotient(a, b); }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
