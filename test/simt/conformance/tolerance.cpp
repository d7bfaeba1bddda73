#include "test/simt/conformance/tolerance.hpp"

#include <bit>
#include <cmath>
#include <optional>
#include <string_view>

namespace warpfold::simt::conformance {
namespace {

double value_of(kind k, std::uint64_t bits) {
  if (k == kind::f64) return std::bit_cast<double>(bits);
  if (k == kind::f32) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (k == kind::bf16)
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xffff) << 16));
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double magnitude = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

struct bound {
  double relative = 0;
  double absolute = 0;
};

// The ISA's bounds on the functions' errors, twice over where both machines may err; the hardware's own where the ISA
// bounds nothing (far arguments of sin and cos).
std::optional<bound> bound_of(std::string_view name, kind k) {
  const auto starts = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
  const double least = k == kind::f16 ? 0x1p-24 : k == kind::bf16 ? 0x1p-133 : 0;
  if (starts("ex2.approx")) return bound{k == kind::f32 ? 0x1p-21 : k == kind::f16 ? 0x1p-9 : 0x1p-6, least};
  if (starts("lg2.approx")) return bound{0x1p-21, 0x1p-21};
  if (starts("sin.approx") || starts("cos.approx")) return bound{0, 0x1p-20};
  if (starts("tanh.approx"))
    return bound{k == kind::f32 ? 0x1p-10 : 0, k == kind::f32 ? 0 : k == kind::f16 ? 0x1p-10 : 0x1p-7};
  if (starts("rsqrt.approx"))
    return bound{k == kind::f64 && name.find("ftz") != name.npos ? 0x1p-19 : k == kind::f64 ? 0x1p-50 : 0x1p-21, 0};
  if (starts("rcp.approx.ftz.f64")) return bound{0x1p-19, 0};
  if (starts("rcp.approx") || starts("sqrt.approx") || starts("div.approx") || starts("div.full"))
    return bound{0x1p-21, 0x1p-148};
  return std::nullopt;
}

bool agree_within(const bound& allowed, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= allowed.absolute + allowed.relative * std::abs(b);
}

}  // namespace

bool agree(const trial& of, std::size_t n, std::uint64_t a, std::uint64_t b) {
  if (a == b) return true;
  const kind k = of.outputs[n];
  const bool packed = k == kind::f16x2 || k == kind::bf16x2;
  const kind element = k == kind::f16x2 ? kind::f16 : k == kind::bf16x2 ? kind::bf16 : k;
  const std::optional<bound> allowed = bound_of(of.name, element);
  if (!allowed) return false;
  if (!packed) return agree_within(*allowed, value_of(k, a), value_of(k, b));
  return agree_within(*allowed, value_of(element, a & 0xffff), value_of(element, b & 0xffff)) &&
         agree_within(*allowed, value_of(element, a >> 16), value_of(element, b >> 16));
}

}  // namespace warpfold::simt::conformance
