// d = a * b + c, rounded once
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_fma(const form& f) {
  if (f.has("rz") || f.has("rm") || f.has("rp") || f.has("ftz") || f.has("sat")) return {};
  if (f.type() == ptx::type::f32) {
    return lanewise<float, float, float, float>([](float a, float b, float c) { return __builtin_fmaf(a, b, c); });
  }
  return lanewise<double, double, double, double>([](double a, double b, double c) { return __builtin_fma(a, b, c); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
