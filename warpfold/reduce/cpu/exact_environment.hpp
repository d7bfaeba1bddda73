// The floating-point mode that error-free transformations need, for as long as an object lives: rounding to nearest, no
// flushing of subnormals, no traps. A caller's other mode comes back afterwards; in the usual mode this only looks.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace warpfold::exact {

class ieee_environment {
 public:
  ieee_environment() : saved_(read()) {
    if (!usual(saved_)) write(usual_mode);
  }
  ~ieee_environment() {
    if (!usual(saved_)) write(saved_);
  }
  ieee_environment(const ieee_environment&) = delete;
  ieee_environment& operator=(const ieee_environment&) = delete;

 private:
#if defined(__SSE2__)
  using mode = std::uint32_t;
  static constexpr mode usual_mode = 0x1f80;  // all exceptions masked, nothing else
  static constexpr mode flags = 0x3f;
  static mode read() {
    return _mm_getcsr();
  }
  static void write(mode value) {
    _mm_setcsr(value);
  }
#elif defined(__aarch64__)
  using mode = std::uint64_t;
  static constexpr mode usual_mode = 0;
  static constexpr mode flags = 0;
  static mode read() {
    mode value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void write(mode value) {
    asm volatile("msr fpcr, %0" : : "r"(value));
  }
#else
#error "no way known to make sure of the floating-point mode on this processor"
#endif
  static bool usual(mode value) {
    return (value & ~flags) == usual_mode;
  }

  mode saved_;
};

}  // namespace warpfold::exact
