// d = c + the sum of the products of the two halves of a and the low or high two bytes of b
#include "warpfold/simt/isa/dot.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_dp2a(const form& f) {
  return with_flag(f.has("hi"), [&]<bool High>() {
    return with_signs(f, []<bool SignedA, bool SignedB>() {
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b,
                                                                                     std::uint32_t c) {
        std::uint32_t sum = c;
        for (int i = 0; i < 2; ++i) {
          sum +=
              static_cast<std::uint32_t>(element_at<SignedA, 16>(a, i) * element_at<SignedB, 8>(b, High ? i + 2 : i));
        }
        return sum;
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
