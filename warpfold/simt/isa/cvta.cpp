// cvta: a generic address of an address in a space; cvta.to: the other way. Global and constant addresses are generic.
#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

template <std::uint64_t Window>
bound bind_window(const form& f) {
  if (f.has("to"))
    return lanewise<std::uint64_t, std::uint64_t>([](std::uint64_t a) { return a & (window_bytes - 1); });
  return lanewise<std::uint64_t, std::uint64_t>([](std::uint64_t a) { return Window | (a & (window_bytes - 1)); });
}

}  // namespace

bound bind_cvta(const form& f) {
  if (f.has("shared") || f.has("shared::cta") || f.has("shared::cluster")) return bind_window<shared_window>(f);
  if (f.has("local")) return bind_window<local_window>(f);
  if (f.has("param") || f.has("param::entry")) return bind_window<param_window>(f);
  return lanewise<std::uint64_t, std::uint64_t>([](std::uint64_t a) { return a; });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
