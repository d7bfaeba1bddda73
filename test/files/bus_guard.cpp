#include "warpfold/files/bus_guard.hpp"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace warpfold::test {
namespace {

using files::bus_guard;

const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

// Pages of ones, of which a file has become too short to hold all.
class cut_pages {
 public:
  cut_pages(std::size_t pages, std::size_t left) : size_(pages * page_bytes) {
    const int descriptor = ::memfd_create("cut", 0);
    const std::vector<char> ones(size_, 1);
    EXPECT_EQ(::write(descriptor, ones.data(), size_), static_cast<ssize_t>(size_));
    address_ = static_cast<std::byte*>(::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0));
    EXPECT_EQ(::ftruncate(descriptor, static_cast<off_t>(left * page_bytes)), 0);
    ::close(descriptor);
  }
  cut_pages(const cut_pages&) = delete;
  cut_pages& operator=(const cut_pages&) = delete;
  ~cut_pages() { ::munmap(address_, size_); }

  const std::byte* data() const { return address_; }
  std::size_t size() const { return size_; }
  std::byte at(std::size_t page) const { return *static_cast<const volatile std::byte*>(address_ + page * page_bytes); }

 private:
  std::size_t size_;
  std::byte* address_;
};

struct sigaction current_action() {
  struct sigaction action {};
  ::sigaction(SIGBUS, nullptr, &action);
  return action;
}

TEST(bus_guard, reads_beyond_the_end_find_zeros) {
  const cut_pages pages(8, 3);
  const bus_guard guard(pages.data(), pages.size());
  EXPECT_EQ(pages.at(2), std::byte{1});
  EXPECT_FALSE(guard.tripped());
  EXPECT_EQ(pages.at(5), std::byte{0});
  EXPECT_TRUE(guard.tripped());
  EXPECT_EQ(pages.at(3), std::byte{0});
  EXPECT_EQ(pages.at(7), std::byte{0});
  EXPECT_EQ(pages.at(2), std::byte{1});
}

TEST(bus_guard, each_guard_knows_its_own_pages) {
  const cut_pages whole(4, 4);
  const cut_pages cut(4, 1);
  const bus_guard first(whole.data(), whole.size());
  const bus_guard second(cut.data(), cut.size());
  EXPECT_EQ(cut.at(1), std::byte{0});
  EXPECT_FALSE(first.tripped());
  EXPECT_TRUE(second.tripped());
}

TEST(bus_guard, many_threads_and_guards) {
  std::atomic<int> wrong = 0;
  const auto work = [&] {
    for (int round = 0; round < 50; ++round) {
      const cut_pages pages(16, static_cast<std::size_t>(round % 17));
      const bus_guard guard(pages.data(), pages.size());
      for (std::size_t page = 16; page-- > 0;) {
        wrong += pages.at(page) == (static_cast<int>(page) < round % 17 ? std::byte{1} : std::byte{0}) ? 0 : 1;
      }
      wrong += guard.tripped() == (round % 17 < 16) ? 0 : 1;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(bus_guard, threads_that_read_one_mapping) {
  for (int round = 0; round < 20; ++round) {
    const cut_pages pages(64, 20);
    const bus_guard guard(pages.data(), pages.size());
    std::atomic<int> ones = 0;
    const auto count = [&](std::size_t from) {
      for (std::size_t page = from; page < 64; page += 4) ones += pages.at(page) == std::byte{1} ? 1 : 0;
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 4; ++i) threads.emplace_back(count, i);
    for (std::thread& thread : threads) thread.join();
    // A page before the end may have been covered only if it lies behind one that faulted: none does.
    EXPECT_EQ(ones, 20);
    EXPECT_TRUE(guard.tripped());
  }
}

sigjmp_buf after_fault;
void jump_away(int) {
  siglongjmp(after_fault, 1);
}

TEST(bus_guard, other_faults_go_to_the_handler_before) {
  struct sigaction mine {};
  mine.sa_handler = jump_away;
  struct sigaction before {};
  ::sigaction(SIGBUS, &mine, &before);
  {
    const cut_pages guarded(4, 1);
    const cut_pages unguarded(4, 1);
    const bus_guard guard(guarded.data(), guarded.size());
    EXPECT_EQ(guarded.at(2), std::byte{0});
    if (sigsetjmp(after_fault, 1) == 0) {
      unguarded.at(2);
      ADD_FAILURE() << "no fault";
    }
    EXPECT_TRUE(guard.tripped());
  }
  EXPECT_EQ(current_action().sa_handler, jump_away) << "put back by the last guard";
  ::sigaction(SIGBUS, &before, nullptr);
}

TEST(bus_guard, the_last_guard_leaves_nothing_behind) {
  const auto before = current_action().sa_sigaction;
  {
    const cut_pages pages(2, 2);
    auto first = std::make_unique<bus_guard>(pages.data(), pages.size());
    const bus_guard second(pages.data(), pages.size());
    EXPECT_NE(current_action().sa_sigaction, before);
    first.reset();
    EXPECT_NE(current_action().sa_sigaction, before);
  }
  EXPECT_EQ(current_action().sa_sigaction, before);
}

TEST(bus_guard_DeathTest, a_signal_that_was_sent_still_kills) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(
      {
        ::signal(SIGBUS, SIG_DFL);
        const cut_pages pages(2, 2);
        const bus_guard guard(pages.data(), pages.size());
        ::raise(SIGBUS);
      },
      testing::KilledBySignal(SIGBUS), "");
}

TEST(bus_guard_DeathTest, a_fault_elsewhere_still_kills) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(
      {
        ::signal(SIGBUS, SIG_DFL);
        const cut_pages guarded(2, 2);
        const cut_pages unguarded(4, 1);
        const bus_guard guard(guarded.data(), guarded.size());
        unguarded.at(2);
      },
      testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace warpfold::test
