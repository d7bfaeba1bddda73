// d = a if c is not negative, else b; a NaN c counts as negative
#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

template <class C, bool Flush>
bound select(const form& f) {
  const auto choose = []<class T>(tag<T>) {
    return lanewise<T, T, T, C>([](T a, T b, C c) {
      if constexpr (std::is_same_v<C, float>)
        return flush<Flush>(c) >= 0 ? a : b;
      else
        return c >= 0 ? a : b;
    });
  };
  const int bytes = ptx::size_in_bytes(f.type(0));
  return bytes == 8 ? choose(tag<std::uint64_t>()) : choose(tag<std::uint32_t>());
}

}  // namespace

bound bind_slct(const form& f) {
  if (f.type() == ptx::type::s32) return select<std::int32_t, false>(f);
  return with_flag(f.has("ftz"), [&]<bool Flush>() { return select<float, Flush>(f); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
