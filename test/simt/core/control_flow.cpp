#include "warpfold/simt/core/control_flow.hpp"

#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

TEST(control_flow, joins_an_if_behind_it) {
  // 0: branch to 2; 1: then; 2: end
  const control_flow flow = analyze({{{2}, true}, {}, {{}, false}});
  EXPECT_EQ(flow.reconvergence[0], 2);
  EXPECT_LT(flow.order[1], flow.order[2]);
  EXPECT_EQ(flow.leader, (std::vector<bool>{true, true, true}));
}

TEST(control_flow, orders_a_block_written_last_before_its_join) {
  // 0: branch to 3; 1: else; 2: end; 3: then, goes to 2
  const control_flow flow = analyze({{{3}, true}, {}, {{}, false}, {{2}, false}});
  EXPECT_EQ(flow.reconvergence[0], 2);
  EXPECT_LT(flow.order[3], flow.order[2]);
  EXPECT_LT(flow.order[1], flow.order[2]);
}

TEST(control_flow, orders_a_loop_before_what_follows_it) {
  // 0: head, leaves to 3; 1: body; 2: back to 0; 3: end
  const control_flow flow = analyze({{{3}, true}, {}, {{0}, false}, {{}, false}});
  EXPECT_EQ(flow.reconvergence[0], 3);
  EXPECT_LT(flow.order[2], flow.order[3]);
}

TEST(control_flow, has_no_join_where_both_ways_end) {
  const control_flow flow = analyze({{{2}, true}, {{}, false}, {{}, false}});
  EXPECT_EQ(flow.reconvergence[0], -1);
}

TEST(control_flow, survives_loops_without_end) {
  const control_flow flow = analyze({{{0}, false}, {{}, false}});
  EXPECT_EQ(flow.reconvergence[0], -1);
}

TEST(control_flow, chooses_among_many_ways) {
  for_all_schedules([](machine& gpu) {
    const auto out = results_of<int>(gpu, "choose", 64);
    for (int t = 0; t < 64; ++t) {
      const int expected[] = {5, 7 * t, t ^ 3, 9, -t, t << 2, 1, 0};
      EXPECT_EQ(out[static_cast<std::size_t>(t)], expected[t % 8]) << t;
    }
  });
}

}  // namespace
}  // namespace warpfold::simt::test
