// How fast the CPU engine reduces, as a share of a plain read of the same bytes by the same number of threads; and what
// one call on a small array costs.
//
//   bench_reduce_cpu [--json] [--mib N] [--repetitions N] [--threads N] [--only TEXT]
//
// Arrays should be far larger than the last cache: 1024 MiB by default. --only keeps the rows whose name has the text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "bench/harness.hpp"
#include "bench/read_memory.hpp"
#include "warpfold/warpfold.hpp"

namespace warpfold::bench {
namespace {

struct choices {
  bool json = false;
  std::size_t mib = 1024;
  int repetitions = 11;
  int threads = 0;  // 0: one, and two
  std::string only;
};

struct subject {
  op operation;
  dtype type;
  options how;
};

std::string name_of(const subject& what) {
  const bool fast = what.how.accuracy == accuracy::fast;
  return std::string(warpfold::name_of(what.operation)) + ' ' + std::string(warpfold::name_of(what.type)) +
         (fast ? " fast" : "");
}

std::vector<subject> subjects() {
  const options fast{.accuracy = accuracy::fast};
  std::vector<subject> all;
  for (const dtype type : {dtype::float32, dtype::float64, dtype::float16, dtype::bfloat16}) {
    for (const op operation : {op::sum, op::mean, op::norm, op::var, op::dot}) all.push_back({operation, type, fast});
  }
  for (const dtype type : {dtype::int8, dtype::int16, dtype::int32, dtype::int64, dtype::uint8, dtype::uint64}) {
    all.push_back({op::sum, type, {}});
  }
  for (const dtype type :
       {dtype::float32, dtype::float64, dtype::float16, dtype::bfloat16, dtype::int32, dtype::int64, dtype::uint8}) {
    for (const op operation : {op::min, op::max, op::minmax, op::argmin, op::argmax, op::count_nonzero, op::all}) {
      all.push_back({operation, type, {}});
    }
  }
  for (const dtype type : {dtype::float32, dtype::float64}) {
    for (const norm_order order : {norm_order::two, norm_order::infinity}) {
      all.push_back({op::norm, type, {.order = order}});
    }
    for (const op operation : {op::sum, op::mean, op::var, op::dot, op::prod, op::logsumexp}) {
      all.push_back({operation, type, {}});
    }
  }
  for (const op operation : {op::mean, op::var, op::norm, op::dot, op::prod}) {
    all.push_back({operation, dtype::int32, {.overflow = overflow::wrap}});
  }
  return all;
}

// Small whole numbers, none of them zero, in no order.
template <class T>
void fill(const buffer& memory) {
  if constexpr (std::is_constructible_v<T, float>) {
    T* const values = memory.as<T>();
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < memory.bytes() / sizeof(T); ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      values[i] = static_cast<T>(static_cast<float>(1 + (state >> 60)));
    }
  }
}

void print(const std::string& name, int threads, std::size_t bytes, const measurement& found, const choices& chosen) {
  const double gigabytes = static_cast<double>(bytes) * 1e-9;
  if (chosen.json) {
    std::printf(
        "{\"subject\": \"%s\", \"threads\": %d, \"bytes\": %zu, \"median_seconds\": %.6g, "
        "\"share_of_read\": %.4f}\n",
        name.c_str(), threads, bytes, found.median_seconds, found.median_ratio);
  } else {
    std::printf("%-26s %d thread%s %8.2f GB/s %7.3f of a read\n", name.c_str(), threads, threads == 1 ? " " : "s",
                gigabytes / found.median_seconds, found.median_ratio);
  }
  std::fflush(stdout);
}

void measure(const subject& what, const buffer& memory, crew& readers, const choices& chosen) {
  const bool two = inputs_of(what.operation) == 2;
  const std::size_t inputs = two ? 2 : 1;
  const std::size_t element = size_of(what.type);
  const auto count = static_cast<std::int64_t>(memory.bytes() / element / inputs);
  const array_view a(what.type, memory.as<std::byte>(), {count});
  const array_view b(what.type, memory.as<std::byte>() + static_cast<std::size_t>(count) * element, {count});
  options how = what.how;
  how.threads = readers.size();
  const auto reduced = [&] {
    const double begin = seconds_now();
    keep(two ? reduce(what.operation, a, b, how) : reduce(what.operation, a, how));
    return seconds_now() - begin;
  };
  const auto read = [&] {
    return readers.time([&](int member) {
      const std::size_t share = memory.bytes() / static_cast<std::size_t>(readers.size());
      keep(read_memory(memory.as<std::byte>() + share * static_cast<std::size_t>(member), share));
    });
  };
  print(name_of(what) + (what.how.order == norm_order::infinity ? " inf" : ""), readers.size(), memory.bytes(),
        compare(reduced, read, chosen.repetitions), chosen);
}

// Nanoseconds a call, by the median of many batches.
void measure_call(const char* name, const std::function<void()>& batch, int calls, const choices& chosen) {
  std::vector<double> seconds;
  for (int round = 0; round < 101; ++round) {
    const double begin = seconds_now();
    batch();
    seconds.push_back((seconds_now() - begin) / calls);
  }
  const double nanoseconds = median(seconds) * 1e9;
  std::printf(chosen.json ? "{\"subject\": \"%s\", \"nanoseconds\": %.1f}\n" : "%-34s %8.1f ns\n", name, nanoseconds);
}

template <class Call>
void measure_small(const char* name, Call call, const choices& chosen) {
  if (std::string(name).find(chosen.only) == std::string::npos) return;
  constexpr int calls = 1000;
  measure_call(
      name,
      [&] {
        for (int i = 0; i < calls; ++i) keep(call());
      },
      calls, chosen);
}

void measure_calls(const choices& chosen) {
  std::vector<float> floats(64, 1.5f);
  std::vector<double> doubles(64, 1.5);
  std::vector<int> ints(64, 3);
  const options fast{.accuracy = accuracy::fast};
  measure_small(
      "call sum 64 float32", [&] { return sum(floats); }, chosen);
  measure_small(
      "call sum 64 float32 fast", [&] { return sum(floats, fast); }, chosen);
  measure_small(
      "call sum 64 float64", [&] { return sum(doubles); }, chosen);
  measure_small(
      "call sum 64 int32", [&] { return sum(ints); }, chosen);
  measure_small(
      "call mean 64 float32", [&] { return mean(floats); }, chosen);
  measure_small(
      "call max 64 float32", [&] { return max(floats); }, chosen);
  measure_small(
      "call argmax 64 float32", [&] { return argmax(floats); }, chosen);
  measure_small(
      "call minmax 64 float64", [&] { return minmax(doubles); }, chosen);
  measure_small(
      "call norm 64 float32", [&] { return norm(floats); }, chosen);
  measure_small(
      "call norm 64 float32 fast", [&] { return norm(floats, fast); }, chosen);
  measure_small(
      "call dot 64 float32", [&] { return dot(floats, floats); }, chosen);
  measure_small(
      "call var 64 float32", [&] { return var(floats); }, chosen);
  measure_small(
      "call var 64 float32 fast", [&] { return var(floats, fast); }, chosen);
  measure_small(
      "call any 64 int32", [&] { return any(ints); }, chosen);
}

int run(const choices& chosen) {
  measure_calls(chosen);
  const buffer memory(chosen.mib << 20);
  for (const int threads : {1, 2}) {
    if (chosen.threads != 0 && chosen.threads != threads) continue;
    crew readers(threads);
    std::optional<dtype> filled;
    for (const subject& what : subjects()) {
      if (name_of(what).find(chosen.only) == std::string::npos) continue;
      if (filled != what.type) {
        visit_dtype(what.type, [&](auto tag) { fill<typename decltype(tag)::type>(memory); });
        filled = what.type;
      }
      measure(what, memory, readers, chosen);
    }
  }
  return 0;
}

choices parse(int argc, char** argv) {
  choices chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (argument == "--json") {
      chosen.json = true;
    } else if (argument == "--mib") {
      chosen.mib = std::strtoull(value(), nullptr, 10);
    } else if (argument == "--repetitions") {
      chosen.repetitions = std::atoi(value());
    } else if (argument == "--threads") {
      chosen.threads = std::atoi(value());
    } else if (argument == "--only") {
      chosen.only = value();
    } else {
      std::fprintf(stderr, "bench_reduce_cpu: unknown argument %s\n", argument.c_str());
      std::exit(2);
    }
  }
  return chosen;
}

}  // namespace
}  // namespace warpfold::bench

int main(int argc, char** argv) {
  return warpfold::bench::run(warpfold::bench::parse(argc, argv));
}
