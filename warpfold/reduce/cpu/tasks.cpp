#include "warpfold/reduce/cpu/tasks.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "warpfold/reduce/tune/cpu.hpp"

namespace warpfold::cpu {

void for_each_task(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  if (threads == 1) {
    for (std::int64_t task = 0; task < count; ++task) work(task);
    return;
  }
  // More threads than there are cores would only take turns, and TBB would warn of them.
  const int most = oneapi::tbb::info::default_concurrency();
  oneapi::tbb::task_arena arena(threads == 0 ? oneapi::tbb::task_arena::automatic : std::min(threads, most));
  arena.execute([&] { oneapi::tbb::parallel_for(std::int64_t{0}, count, work, oneapi::tbb::simple_partitioner()); });
}

int concurrency(int threads) {
  return threads == 0 ? oneapi::tbb::this_task_arena::max_concurrency() : threads;
}

std::int64_t custom_task_size(std::int64_t count) {
  return std::max(tune::custom_task, (count + tune::custom_tasks - 1) / tune::custom_tasks);
}

}  // namespace warpfold::cpu
