#include "warpfold/device/kernel_name.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warpfold/base/error.hpp"

namespace warpfold::devices {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view text =
    ".visible .entry _Z3sumIiEvPKT_PS0_m(\n.param .u64 a\n) { ret; }\n"
    ".entry\tplain () { ret; }\n"
    ".visible .entry _Z3sumIfEvPKT_PS0_m(.param .u64 b) { ret; }\n";

TEST(kernel_name, entries_of_a_text_in_order) {
  EXPECT_THAT(entry_names(text), ElementsAre("_Z3sumIiEvPKT_PS0_m", "plain", "_Z3sumIfEvPKT_PS0_m"));
  EXPECT_TRUE(entry_names("").empty());
  EXPECT_TRUE(entry_names(".entry").empty());
  EXPECT_TRUE(entry_names("// .entrypoint").empty());
}

TEST(kernel_name, matches_spelled_readable_and_unique_beginnings) {
  const auto names = entry_names(text);
  EXPECT_EQ(match_kernel_name(names, "_Z3sumIfEvPKT_PS0_m"), "_Z3sumIfEvPKT_PS0_m");
  EXPECT_EQ(match_kernel_name(names, "sum<float>"), "_Z3sumIfEvPKT_PS0_m");
  EXPECT_EQ(match_kernel_name(names, "sum<f"), "_Z3sumIfEvPKT_PS0_m");
  EXPECT_EQ(match_kernel_name(names, "pl"), "plain");
}

TEST(kernel_name, says_what_there_is_otherwise) {
  const auto names = entry_names(text);
  const auto message = [&](std::string_view wanted) {
    try {
      match_kernel_name(names, wanted);
    } catch (const error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message("mean"), HasSubstr("sum<int>, plain, sum<float>"));
  EXPECT_THAT(message("sum"), HasSubstr("begins several kernels: sum<int>, sum<float>"));
}

}  // namespace
}  // namespace warpfold::devices
