// p = whether the generic address a lies in the space
#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/mapa.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

template <std::uint64_t Window>
bound bind_window() {
  return lanewise<bool, std::uint64_t>([](std::uint64_t a) { return in_window(Window, a); });
}

}  // namespace

bound bind_isspacep(const form& f) {
  if (f.has("shared") || f.has("shared::cta")) return {is_own_shared, is_own_shared};
  if (f.has("shared::cluster")) return bind_window<shared_window>();
  if (f.has("local")) return bind_window<local_window>();
  if (f.has("param") || f.has("param::entry")) return bind_window<param_window>();
  if (f.has("const")) return {is_constant, is_constant};
  return lanewise<bool, std::uint64_t>([](std::uint64_t a) { return a >= global_begin && a < global_end; });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
