// The build compiles CUDA C++ to PTX text and embeds it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "house_kernels.hpp"

namespace {

TEST(ptx, embeds_the_kernel_for_the_architecture_asked_for) {
  EXPECT_NE(house_kernels::scale.find(".visible .entry scale("), std::string_view::npos);
  EXPECT_NE(house_kernels::scale.find(".target sm_90"), std::string_view::npos);
}

TEST(ptx, keeps_line_numbers) {
  EXPECT_NE(house_kernels::scale.find(".loc"), std::string_view::npos);
  EXPECT_NE(house_kernels::scale.find("scale.cu"), std::string_view::npos);
}

TEST(ptx, embeds_the_compiled_file_whole) {
  std::ifstream file(WARPFOLD_HOUSE_PTX);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(house_kernels::scale, text.str());
}

}  // namespace
