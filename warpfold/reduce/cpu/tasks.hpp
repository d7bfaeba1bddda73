// Tasks for the threads of the CPU, without the task library's headers.
#pragma once

#include <cstdint>
#include <functional>

namespace warpfold::cpu {

// Calls work(task) for every task from 0 to count - 1, on `threads` threads at most (0: as many as there are cores; 1:
// the caller's, in order). An exception ends the loop and is thrown on.
void for_each_task(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

// How many threads that is.
int concurrency(int threads);

// How many values a task of a custom operator takes: it depends on nothing but their number.
std::int64_t custom_task_size(std::int64_t count);

}  // namespace warpfold::cpu
