// Measuring memory-bound code against this machine's own memory: every subject is timed in turns with a plain read of
// the same bytes by the same number of threads, so that whatever else the machine does falls on both alike. What counts
// is the median of the ratios of neighbours.
#pragma once

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <functional>
#include <new>
#include <thread>
#include <vector>

#include <sys/mman.h>

namespace warpfold::bench {

inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Keeps the compiler from dropping or moving what led to the value.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

// Zeroed memory in huge pages where the system has them.
class buffer {
 public:
  explicit buffer(std::size_t bytes)
      : bytes_(bytes), memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    madvise(memory_, bytes, MADV_HUGEPAGE);
  }
  ~buffer() { munmap(memory_, bytes_); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;

  std::size_t bytes() const { return bytes_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  std::size_t bytes_;
  void* memory_;
};

// A crew of threads that start work together; the caller is one of them.
class crew {
 public:
  explicit crew(int size) : size_(size), start_(size), finish_(size) {
    for (int member = 1; member < size; ++member) members_.emplace_back([this, member] { serve(member); });
  }
  ~crew() {
    work_ = nullptr;
    start_.arrive_and_wait();
    for (std::thread& member : members_) member.join();
  }
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;

  int size() const { return size_; }
  // Calls work(member) for every member at once and returns the seconds until all have finished.
  double time(const std::function<void(int)>& work) {
    work_ = &work;
    start_.arrive_and_wait();
    const double begin = seconds_now();
    work(0);
    finish_.arrive_and_wait();
    return seconds_now() - begin;
  }

 private:
  void serve(int member) {
    while (true) {
      start_.arrive_and_wait();
      if (work_ == nullptr) return;
      (*work_)(member);
      finish_.arrive_and_wait();
    }
  }

  int size_;
  const std::function<void(int)>* work_ = nullptr;
  std::barrier<> start_;
  std::barrier<> finish_;
  std::vector<std::thread> members_;
};

struct measurement {
  double median_seconds;
  double least_seconds;
  double greatest_seconds;
  double median_ratio;  // of the reference's time to the subject's: 1 is as fast as the reference
};

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Times subject and reference in turns, after one unmeasured round of both.
inline measurement compare(const std::function<double()>& subject, const std::function<double()>& reference,
                           int repetitions) {
  subject();
  reference();
  std::vector<double> subject_seconds;
  std::vector<double> ratios;
  for (int i = 0; i < repetitions; ++i) {
    // Whichever comes first in one round comes second in the next.
    double own = 0;
    double other = 0;
    if (i % 2 == 0) {
      other = reference();
      own = subject();
    } else {
      own = subject();
      other = reference();
    }
    subject_seconds.push_back(own);
    ratios.push_back(other / own);
  }
  const auto [least, greatest] = std::minmax_element(subject_seconds.begin(), subject_seconds.end());
  return {median(subject_seconds), *least, *greatest, median(ratios)};
}

}  // namespace warpfold::bench
