#include "warpfold/base/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpfold::test {
namespace {

TEST(version, is_three_numbers) {
  EXPECT_THAT(std::string(version), ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace warpfold::test
