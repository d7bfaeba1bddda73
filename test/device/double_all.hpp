// A kernel that doubles the first n values, for blocks of at least n threads.
#pragma once

#include <string_view>

namespace warpfold::devices {

inline constexpr std::string_view double_all = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry double_all(.param .u64 values, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [values];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra done;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4];
  shl.b32 %r4, %r3, 1;
  st.global.u32 [%rd4], %r4;
done:
  ret;
}
)";

}  // namespace warpfold::devices
