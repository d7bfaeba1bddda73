// How fast exact sums are, as a share of a plain read of the same bytes by the same threads, over everything that could
// slow them down: spread, cancellation, outliers, order.
//
//   bench_exact_sum [--json] [--mib N] [--repetitions N] [--threads N] [--only TEXT]
//
// Arrays should be far larger than the last cache: 1024 MiB by default. --only keeps the rows whose name has the text.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "bench/harness.hpp"
#include "bench/read_memory.hpp"
#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_moments.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"

namespace warpfold::bench {
namespace {

struct choices {
  bool json = false;
  std::size_t mib = 1024;
  int repetitions = 11;
  int threads = 0;  // 0: one, and two
  std::string only;
};

std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}
double unit(std::uint64_t index) {
  return static_cast<double>(scrambled(index) >> 11) * 0x1p-53;
}
double sign(std::uint64_t index) {
  return scrambled(~index) % 2 == 0 ? 1 : -1;
}
double normal(std::uint64_t index) {
  return std::sqrt(-2 * std::log(unit(2 * index) + 0x1p-60)) * std::cos(6.283185307179586 * unit(2 * index + 1));
}
// Log-uniform over 2^-exponents … 2^exponents, of either sign.
double spread(std::uint64_t index, double exponents) {
  return sign(index) * std::exp2((2 * unit(index) - 1) * exponents);
}

// Element `index` of `count`.
using distribution = std::function<double(std::uint64_t index, std::uint64_t count)>;
struct data_set {
  std::string name;
  distribution element;
  bool ordered = false;  // the position matters, so no part may be repeated
};

std::vector<data_set> data_sets(int greatest_exponent) {
  std::vector<data_set> sets = {
      {"uniform", [](std::uint64_t i, std::uint64_t) { return unit(i); }},
      {"normal", [](std::uint64_t i, std::uint64_t) { return normal(i); }},
      {"cancelling", [](std::uint64_t i, std::uint64_t) { return (i % 2 == 0 ? 1 : -1) * normal(i / 2); }},
      {"1e-30...1e30", [](std::uint64_t i, std::uint64_t) { return spread(i, 99.657); }},
  };
  for (const double exponents : {1, 5, 10, 20, 40, 60, 100}) {
    if (exponents >= greatest_exponent) continue;
    sets.push_back({"2^+-" + std::to_string(static_cast<int>(exponents)),
                    [exponents](std::uint64_t i, std::uint64_t) { return spread(i, exponents); }});
  }
  const double whole = greatest_exponent - 2;
  sets.push_back({"full range", [whole](std::uint64_t i, std::uint64_t) { return spread(i, whole); }});
  sets.push_back({"1% huge", [whole](std::uint64_t i, std::uint64_t) {
                    return scrambled(i + 77) % 100 == 0 ? std::exp2(whole) * unit(i) : normal(i);
                  }});
  sets.push_back({"1% 2^40", [](std::uint64_t i, std::uint64_t) {
                    return scrambled(i + 77) % 100 == 0 ? 0x1p40 * unit(i) : normal(i);
                  }});
  sets.push_back({"1e-5 huge", [whole](std::uint64_t i, std::uint64_t) {
                    return scrambled(i + 77) % 100000 == 0 ? std::exp2(whole) * unit(i) : normal(i);
                  }});
  sets.push_back({"ascending",
                  [whole](std::uint64_t i, std::uint64_t n) {
                    return std::exp2((2 * static_cast<double>(i) / static_cast<double>(n) - 1) * whole);
                  },
                  true});
  sets.push_back({"descending",
                  [whole](std::uint64_t i, std::uint64_t n) {
                    return std::exp2((1 - 2 * static_cast<double>(i) / static_cast<double>(n)) * whole);
                  },
                  true});
  sets.push_back({"zeros", [](std::uint64_t, std::uint64_t) { return 0.0; }});
  sets.push_back({"integers", [](std::uint64_t i, std::uint64_t) { return static_cast<double>(scrambled(i) % 100); }});
  return sets;
}

template <class T>
T narrowed(double value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(value);
  } else {
    return static_cast<T>(static_cast<float>(value));
  }
}

template <class T>
void fill(const buffer& memory, const data_set& data, crew& workers) {
  const std::size_t count = memory.bytes() / sizeof(T);
  const std::size_t distinct = data.ordered ? count : std::min<std::size_t>(count, 1 << 22);
  T* values = memory.as<T>();
  workers.time([&](int member) {
    const auto share = static_cast<std::size_t>(workers.size());
    const auto me = static_cast<std::size_t>(member);
    for (std::size_t i = distinct / share * me; i < (me + 1 == share ? distinct : distinct / share * (me + 1)); ++i) {
      values[i] = narrowed<T>(data.element(i, count));
    }
  });
  for (std::size_t i = distinct; i < count; i += distinct) {
    std::memcpy(values + i, values, std::min(distinct, count - i) * sizeof(T));
  }
}

// One row: what was summed, how, by how many threads, and how it went.
struct row {
  std::string operation;
  std::string type;
  std::string data;
  int threads;
  std::size_t bytes;
  measurement result;
};

void print(const row& r, const choices& chosen) {
  const double gigabytes = static_cast<double>(r.bytes) * 1e-9;
  if (chosen.json) {
    std::printf(
        "{\"operation\": \"%s\", \"dtype\": \"%s\", \"data\": \"%s\", \"threads\": %d, \"bytes\": %zu, "
        "\"seconds\": %.9g, \"least_seconds\": %.9g, \"greatest_seconds\": %.9g, \"gb_per_second\": %.4g, "
        "\"share_of_read\": %.4g}\n",
        r.operation.c_str(), r.type.c_str(), r.data.c_str(), r.threads, r.bytes, r.result.median_seconds,
        r.result.least_seconds, r.result.greatest_seconds, gigabytes / r.result.median_seconds, r.result.median_ratio);
  } else {
    std::printf("%-4s %-9s %-14s %d  %7.2f GB/s (%.2f ... %.2f)  %5.3f of the read\n", r.operation.c_str(),
                r.type.c_str(), r.data.c_str(), r.threads, gigabytes / r.result.median_seconds,
                gigabytes / r.result.greatest_seconds, gigabytes / r.result.least_seconds, r.result.median_ratio);
  }
  std::fflush(stdout);
}

// Each member adds its share to an object of its own, block by block as the engine does; the objects are merged.
template <class Summand, class Add>
double time_exact(crew& workers, std::size_t count, const Add& add) {
  std::vector<Summand> parts(static_cast<std::size_t>(workers.size()));
  const double seconds = workers.time([&](int member) {
    constexpr std::size_t block = 1 << 17;
    const std::size_t share = count / parts.size();
    const auto me = static_cast<std::size_t>(member);
    Summand mine;
    for (std::size_t i = share * me; i < share * (me + 1); i += block) {
      add(mine, i, std::min(block, share * (me + 1) - i));
    }
    parts[me].merge(mine);
  });
  Summand whole;
  for (const Summand& part : parts) whole.merge(part);
  keep(&whole);
  return seconds;
}

template <class T>
void measure_type(const buffer& memory, const choices& chosen) {
  const std::string type(name_of(dtype_of<T>));
  const std::size_t count = memory.bytes() / sizeof(T);
  const T* values = memory.as<T>();
  const int greatest_exponent = type == "float16" ? 14 : type == "float64" ? 1020 : 124;
  for (const data_set& data : data_sets(greatest_exponent)) {
    if (type == "float16" && data.name[0] == '1') continue;  // its range is too narrow for these
    bool filled = false;
    for (int threads = 1; threads <= 2; ++threads) {
      if (chosen.threads != 0 && threads != chosen.threads) continue;
      crew workers(threads);
      const auto read = [&] {
        return workers.time([&](int member) {
          const std::size_t share = memory.bytes() / static_cast<std::size_t>(threads);
          keep(read_memory(memory.as<unsigned char>() + share * static_cast<std::size_t>(member), share));
        });
      };
      const auto measure = [&](const std::string& operation, const std::function<double()>& subject) {
        const std::string name = operation + " " + type + " " + data.name;
        if (name.find(chosen.only) == std::string::npos) return;
        if (!filled) {
          crew fillers(2);
          fill<T>(memory, data, fillers);
          filled = true;
        }
        print({operation, type, data.name, threads, memory.bytes(), compare(subject, read, chosen.repetitions)},
              chosen);
      };
      measure("sum", [&] {
        return time_exact<exact::sum<T>>(workers, count,
                                         [&](auto& sum, std::size_t i, std::size_t n) { sum.add(values + i, n); });
      });
      measure("dot", [&] {
        return time_exact<exact::dot<T>>(workers, count / 2, [&](auto& dot, std::size_t i, std::size_t n) {
          dot.add(values + i, values + count / 2 + i, n);
        });
      });
      measure("norm", [&] {
        return time_exact<exact::dot<T>>(
            workers, count, [&](auto& dot, std::size_t i, std::size_t n) { dot.add_squares(values + i, n); });
      });
      measure("var", [&] {
        return time_exact<exact::moments<T>>(
            workers, count, [&](auto& moments, std::size_t i, std::size_t n) { moments.add(values + i, n); });
      });
    }
  }
}

// Nanoseconds for a whole call, rounding included, on arrays in the first cache.
template <class T>
void measure_small(const choices& chosen) {
  const std::string type(name_of(dtype_of<T>));
  if (("small " + type).find(chosen.only) == std::string::npos) return;
  std::vector<T> values(1 << 16);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = narrowed<T>(normal(i));
  for (const std::size_t size : {1, 8, 64, 100, 512, 4096, 65536}) {
    std::vector<double> nanoseconds;
    for (int repetition = 0; repetition < 21; ++repetition) {
      const std::size_t calls = std::max<std::size_t>(4, 400000 / size / 10);
      const double begin = seconds_now();
      for (std::size_t call = 0; call < calls; ++call) {
        exact::sum<T> sum;
        sum.add(values.data(), size);
        keep(sum.round());
      }
      nanoseconds.push_back((seconds_now() - begin) / static_cast<double>(calls) * 1e9);
    }
    if (chosen.json) {
      std::printf("{\"operation\": \"small sum\", \"dtype\": \"%s\", \"elements\": %zu, \"nanoseconds\": %.4g}\n",
                  type.c_str(), size, median(nanoseconds));
    } else {
      std::printf("small %-9s %6zu elements  %9.1f ns\n", type.c_str(), size, median(nanoseconds));
    }
  }
}

choices choices_from(int argument_count, char** arguments) {
  choices chosen;
  for (int i = 1; i < argument_count; ++i) {
    const std::string name = arguments[i];
    if (name == "--json") {
      chosen.json = true;
      continue;
    }
    const char* value = i + 1 < argument_count ? arguments[++i] : nullptr;
    if (value != nullptr && name == "--mib") {
      chosen.mib = std::strtoull(value, nullptr, 10);
    } else if (value != nullptr && name == "--repetitions") {
      chosen.repetitions = std::atoi(value);
    } else if (value != nullptr && name == "--threads") {
      chosen.threads = std::atoi(value);
    } else if (value != nullptr && name == "--only") {
      chosen.only = value;
    } else {
      std::fprintf(stderr, "usage: bench_exact_sum [--json] [--mib N] [--repetitions N] [--threads N] [--only TEXT]\n");
      std::exit(2);
    }
  }
  return chosen;
}

}  // namespace
}  // namespace warpfold::bench

int main(int argument_count, char** arguments) {
  using namespace warpfold;
  const bench::choices chosen = bench::choices_from(argument_count, arguments);
  const bench::buffer memory(chosen.mib << 20);
  bench::measure_small<double>(chosen);
  bench::measure_small<float>(chosen);
  bench::measure_small<float16>(chosen);
  bench::measure_small<bfloat16>(chosen);
  bench::measure_type<double>(memory, chosen);
  bench::measure_type<float>(memory, chosen);
  bench::measure_type<float16>(memory, chosen);
  bench::measure_type<bfloat16>(memory, chosen);
  return 0;
}
