#include "warpfold/files/bus_guard.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>

namespace warpfold::files {

// A guarded range of addresses. Regions are never freed, only used again, because a handler may be looking at them.
struct bus_guard::region {
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;  // 0: not in use
  std::atomic<bool> tripped = false;
  region* next = nullptr;
};

namespace {

using region = bus_guard::region;

std::mutex registration;           // guards everything below but what the handler reads
std::atomic<region*> all_regions;  // a list that only grows
std::size_t guards = 0;
bool installed = false;
struct sigaction previous;
std::atomic<std::uintptr_t> page_bytes;

region* region_around(std::uintptr_t address) {
  for (region* candidate = all_regions; candidate; candidate = candidate->next) {
    const std::uintptr_t end = candidate->end;
    const std::uintptr_t begin = candidate->begin;
    if (begin <= address && address < end && end == candidate->end) return candidate;
  }
  return nullptr;
}

// Puts zeros where the file no longer reaches. mmap is a bare system call and as such safe in a handler.
bool cover_with_zeros(region& cut, std::uintptr_t address) {
  const std::uintptr_t page = address & ~(page_bytes - 1);
  const std::uintptr_t end = (cut.end + page_bytes - 1) & ~(page_bytes - 1);
  cut.tripped = true;
  return ::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
         MAP_FAILED;
}

void pass_on(int signal, siginfo_t* info, void* context) {
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  } else if (previous.sa_handler == SIG_DFL || info->si_code > 0) {
    // The default action takes effect as soon as this handler returns; a fault cannot be ignored.
    ::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

void on_bus_error(int signal, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool is_fault = info->si_code > 0;  // and not a signal that some process sent
  region* const cut = is_fault ? region_around(address) : nullptr;
  if (cut == nullptr || !cover_with_zeros(*cut, address)) pass_on(signal, info, context);
  errno = saved_errno;
}

void install_handler() {
  page_bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, nullptr, &previous);
  installed = ::sigaction(SIGBUS, &action, nullptr) == 0;
}

void remove_handler() {
  struct sigaction current {};
  ::sigaction(SIGBUS, nullptr, &current);
  const bool ours = (current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == on_bus_error;
  if (!ours) return;  // somebody's handler stands on ours and may call it
  ::sigaction(SIGBUS, &previous, nullptr);
  installed = false;
}

region* unused_region() {
  for (region* candidate = all_regions; candidate; candidate = candidate->next) {
    if (candidate->end == 0) return candidate;
  }
  auto* const fresh = new region;
  fresh->next = all_regions;
  all_regions = fresh;
  return fresh;
}

}  // namespace

bus_guard::bus_guard(const std::byte* begin, std::size_t bytes) {
  const std::lock_guard lock(registration);
  region_ = unused_region();
  if (guards++ == 0 && !installed) install_handler();
  region_->tripped = false;
  region_->begin = reinterpret_cast<std::uintptr_t>(begin);
  region_->end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
}

bus_guard::~bus_guard() {
  const std::lock_guard lock(registration);
  region_->end = 0;
  if (--guards == 0 && installed) remove_handler();
}

bool bus_guard::tripped() const {
  return region_->tripped;
}

}  // namespace warpfold::files
