#include "warpfold/simt/core/mbarrier.hpp"

#include <gtest/gtest.h>

namespace warpfold::simt {
namespace {

TEST(mbarrier, completes_a_phase_when_all_have_arrived) {
  mbarrier_word word = mbarrier_word::initial(3);
  EXPECT_FALSE(word.parity());
  EXPECT_FALSE(word.arrive(1));
  EXPECT_TRUE(word.arrive(2));
  EXPECT_TRUE(word.parity());
  EXPECT_EQ(word.pending(), 3u);
}

TEST(mbarrier, waits_for_the_bytes_that_it_expects) {
  mbarrier_word word = mbarrier_word::initial(1);
  EXPECT_FALSE(word.expect_bytes(1024));
  EXPECT_FALSE(word.arrive(1));
  EXPECT_FALSE(word.expect_bytes(-1000));
  EXPECT_TRUE(word.expect_bytes(-24));
  EXPECT_TRUE(word.parity());
  EXPECT_EQ(word.bytes(), 0);
}

TEST(mbarrier, lets_bytes_come_before_they_are_expected) {
  mbarrier_word word = mbarrier_word::initial(1);
  EXPECT_FALSE(word.expect_bytes(-64));
  EXPECT_EQ(word.bytes(), -64);
  EXPECT_FALSE(word.expect_bytes(64));
  EXPECT_TRUE(word.arrive(1));
}

TEST(mbarrier, expects_fewer_after_a_drop) {
  mbarrier_word word = mbarrier_word::initial(2);
  EXPECT_FALSE(word.drop(1));
  EXPECT_TRUE(word.arrive(1));
  EXPECT_EQ(word.pending(), 1u);
}

}  // namespace
}  // namespace warpfold::simt
