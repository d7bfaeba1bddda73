#include "warpfold/base/readable_name.hpp"

#include <gtest/gtest.h>

namespace warpfold {
namespace {

TEST(readable_name, of_functions) {
  EXPECT_EQ(readable_name("_Z3sumIiEvPKT_PS0_m"), "sum<int>");
  EXPECT_EQ(readable_name("_Z8unrolledIfLj256EEvPKT_PS0_m"), "unrolled<float, 256u>");
  EXPECT_EQ(readable_name("_ZN12_GLOBAL__N_16hiddenEPi"), "(anonymous namespace)::hidden");
}

TEST(readable_name, of_what_is_not_mangled) {
  for (const char* const name : {"plain", "f", "i", "k", "", "_", "_Z", "_Zf("}) EXPECT_EQ(readable_name(name), name);
}

}  // namespace
}  // namespace warpfold
