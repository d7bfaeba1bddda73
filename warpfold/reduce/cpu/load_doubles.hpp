// Elements of any float type, at any alignment, as vectors of doubles, exactly. Highway includes this file once for
// every instruction set.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "warpfold/base/bfloat16.hpp"
#include "warpfold/base/float16.hpp"

#if defined(WARPFOLD_REDUCE_CPU_LOAD_DOUBLES) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_LOAD_DOUBLES
#undef WARPFOLD_REDUCE_CPU_LOAD_DOUBLES
#else
#define WARPFOLD_REDUCE_CPU_LOAD_DOUBLES
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using double_tag = hn::ScalableTag<double>;

HWY_INLINE hn::Vec<double_tag> load_doubles(const double* from) {
  return hn::LoadU(double_tag{}, from);
}
HWY_INLINE hn::Vec<double_tag> load_doubles(const float* from) {
  return hn::PromoteTo(double_tag{}, hn::LoadU(hn::Rebind<float, double_tag>{}, from));
}
template <class Half, class Element>
HWY_INLINE hn::Vec<double_tag> load_halves(const Element* from) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || (HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2)
  // Where the machine has no conversion, Highway's own takes infinities and NaNs for numbers.
  std::array<double, hn::MaxLanes(double_tag{})> values;
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    Element element;
    std::memcpy(&element.bits, reinterpret_cast<const unsigned char*>(from) + lane * sizeof(Element), sizeof(Element));
    values[lane] = static_cast<double>(element);
  }
  return hn::LoadU(double_tag{}, values.data());
#else
  const hn::Rebind<std::uint16_t, double_tag> as_bits;
  const hn::Rebind<Half, double_tag> as_halves;
  const auto bits = hn::LoadU(as_bits, reinterpret_cast<const std::uint16_t*>(from));
  return hn::PromoteTo(double_tag{}, hn::PromoteTo(hn::Rebind<float, double_tag>{}, hn::BitCast(as_halves, bits)));
#endif
}
HWY_INLINE hn::Vec<double_tag> load_doubles(const float16* from) {
  return load_halves<hwy::float16_t>(from);
}
HWY_INLINE hn::Vec<double_tag> load_doubles(const bfloat16* from) {
  return load_halves<hwy::bfloat16_t>(from);
}

}  // namespace warpfold::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
