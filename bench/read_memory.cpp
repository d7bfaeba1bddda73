#include "bench/read_memory.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/read_memory.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace warpfold::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Eight vectors at a time, so that nothing but the loads takes time.
std::uint64_t read_vectors(const void* from, std::size_t bytes) {
  constexpr hn::ScalableTag<std::uint64_t> tag;
  constexpr std::size_t size = hn::MaxLanes(tag) * sizeof(std::uint64_t);
  const auto* at = static_cast<const unsigned char*>(from);
  const auto load = [&at](std::size_t i) {
    return hn::LoadU(tag, reinterpret_cast<const std::uint64_t*>(at + i * size));
  };
  auto a = hn::Zero(tag);
  auto b = a;
  auto c = a;
  auto d = a;
  for (; bytes >= 8 * size; bytes -= 8 * size, at += 8 * size) {
    a = hn::Or(a, hn::Or(load(0), load(1)));
    b = hn::Or(b, hn::Or(load(2), load(3)));
    c = hn::Or(c, hn::Or(load(4), load(5)));
    d = hn::Or(d, hn::Or(load(6), load(7)));
  }
  alignas(64) std::uint64_t lane[hn::MaxLanes(tag)];
  hn::Store(hn::Or(hn::Or(a, b), hn::Or(c, d)), tag, lane);
  std::uint64_t seen = 0;
  for (const std::uint64_t value : lane) seen |= value;
  for (; bytes > 0; --bytes) seen |= *at++;
  return seen;
}

}  // namespace warpfold::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpfold::bench {
HWY_EXPORT(read_vectors);
std::uint64_t read_memory(const void* from, std::size_t bytes) {
  return HWY_DYNAMIC_DISPATCH(read_vectors)(from, bytes);
}
}  // namespace warpfold::bench
#endif
