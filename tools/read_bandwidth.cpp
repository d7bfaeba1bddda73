#include "tools/read_bandwidth.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <thread>
#include <vector>

#include "tools/median.hpp"
#include "tools/stopwatch.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

using words = std::span<std::uint64_t>;

// As many sweeps as fit into the time, within these bounds.
constexpr std::size_t fewest_sweeps = 3;
constexpr std::size_t most_sweeps = 15;
constexpr double enough_seconds = 0.3;

// Four times the last cache, at least 256 MiB, but never more than an eighth of the machine's memory.
std::size_t buffer_bytes() {
  const auto cache = static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_LEVEL3_CACHE_SIZE)));
  const auto memory =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
  return std::min(std::max(4 * cache, std::size_t{256} << 20), memory / 8);
}

// Pages that belong to nobody else, large ones where the system gives them.
class buffer {
 public:
  explicit buffer(std::size_t bytes)
      : bytes_(bytes), data_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (data_ == MAP_FAILED) throw error("no memory to measure the read bandwidth with");
    ::madvise(data_, bytes_, MADV_HUGEPAGE);
  }
  ~buffer() { ::munmap(data_, bytes_); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;

  words all() { return {static_cast<std::uint64_t*>(data_), bytes_ / sizeof(std::uint64_t)}; }

 private:
  std::size_t bytes_;
  void* data_;
};

// Calls work(part) for equal parts of `whole`, each on a thread of its own.
void in_parallel(words whole, std::size_t threads, const std::function<void(words)>& work) {
  std::vector<std::jthread> crew;
  for (std::size_t index = 0; index < threads; ++index) {
    const std::size_t first = whole.size() * index / threads;
    const std::size_t end = whole.size() * (index + 1) / threads;
    crew.emplace_back(work, whole.subspan(first, end - first));
  }
}

void fill(words part) {
  std::fill(part.begin(), part.end(), 1);
}

// A sum in several independent chains is the least work per word that still reads every one.
void read(words part) {
  constexpr std::size_t chains = 16;
  std::uint64_t sums[chains] = {};
  for (std::size_t index = 0; index + chains <= part.size(); index += chains) {
    for (std::size_t chain = 0; chain < chains; ++chain) sums[chain] += part[index + chain];
  }
  std::uint64_t total = 0;
  for (const std::uint64_t sum : sums) total += sum;
  asm volatile("" : : "r"(total));  // the compiler must not drop a sum that nobody reads
}

using measure = double (*)();

std::map<engine, measure>& measures() {
  static std::map<engine, measure> all;
  return all;
}

}  // namespace

double read_bandwidth(int threads) {
  const auto crew = static_cast<std::size_t>(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency()));
  buffer memory(buffer_bytes());
  in_parallel(memory.all(), crew, fill);
  std::vector<double> seconds;
  const stopwatch spent;
  while (seconds.size() < fewest_sweeps || (seconds.size() < most_sweeps && spent.seconds() < enough_seconds)) {
    const stopwatch time;
    in_parallel(memory.all(), crew, read);
    seconds.push_back(time.seconds());
  }
  return static_cast<double>(memory.all().size_bytes()) / median(seconds);
}

bandwidth_of_engine::bandwidth_of_engine(engine who, double (*bytes_per_second)()) {
  measures()[who] = bytes_per_second;
}

double input_bandwidth(engine who, int threads) {
  const auto own = measures().find(who);
  return own != measures().end() ? own->second() : read_bandwidth(threads);
}

}  // namespace warpfold::tools
