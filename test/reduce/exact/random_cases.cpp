// Random cases of exact sums on any engine against GMP, as many as asked for:
//   test_reduce_random_cases cpu|gpu|simt CASES [FIRST_SEED [THREADS]]
// A case is one operator on one dtype over data of one kind, in one order and alignment, all drawn from its seed.
// Prints what is wrong, and how many cases there were; status 1 if any was wrong.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "test/reduce/exact/data.hpp"
#include "test/reduce/exact/oracle.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::oracle {
namespace {

constexpr op operators[] = {op::sum, op::mean, op::dot, op::norm, op::var, op::std};

// What a case asks, and the exact sums over its elements.
template <element T>
class random_case {
 public:
  random_case(std::uint64_t seed) : random_(seed) {
    operation_ = operators[random_.below(std::size(operators))];
    // Arrays lie up to 8 elements after an address that is aligned.
    offset_ = random_.below(9);
    const std::size_t size = random_.below(50) == 0 ? random_.below(5000) : random_.below(100);
    a_ = draw(size);
    b_ = operation_ == op::dot ? draw(a_.size()) : a_;
    b_.resize(a_.size());
  }

  bool right(engine who) const { return same(found(who), expected()); }

  std::string description(engine who) const {
    char text[200];
    std::snprintf(text, sizeof text, "%s of %zu %s: %a, not %a", std::string(name_of(operation_)).c_str(), a_.size(),
                  std::string(name_of(dtype_of<T>)).c_str(), static_cast<double>(found(who)),
                  static_cast<double>(expected()));
    return text;
  }

 private:
  std::vector<T> draw(std::size_t size) {
    const auto kind = static_cast<oracle::kind>(random_.below(static_cast<std::uint64_t>(oracle::kind::last)));
    switch (random_.below(4)) {
      case 0:
        return random_.draw_cancelling(kind, size);
      case 1:
        return random_.draw_tie(kind, size);
      default:
        return random_.draw(kind, size);
    }
  }

  T found(engine who) const {
    std::vector<T> a(offset_ + a_.size());
    std::copy(a_.begin(), a_.end(), a.begin() + static_cast<std::ptrdiff_t>(offset_));
    std::vector<T> b(offset_ + b_.size());
    std::copy(b_.begin(), b_.end(), b.begin() + static_cast<std::ptrdiff_t>(offset_));
    const auto size = static_cast<std::int64_t>(a_.size());
    const array_view first(dtype_of<T>, a.data() + offset_, {size});
    const array_view second(dtype_of<T>, b.data() + offset_, {size});
    const options choice{.threads = 1, .engine = who};
    const result all =
        operation_ == op::dot ? reduce(operation_, first, second, choice) : reduce(operation_, first, choice);
    return all.values[0].template as<T>();
  }

  T expected() const {
    total sum, products;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      sum.add(static_cast<double>(a_[i]));
      products.add_product(static_cast<double>(a_[i]), static_cast<double>(b_[i]));
    }
    switch (operation_) {
      case op::sum:
        return sum.sum<T>();
      case op::mean:
        return sum.mean<T>(a_.size());
      case op::dot:
        return products.sum<T>();
      case op::norm:
        return products.norm<T>();
      default: {
        if (a_.empty() || !sum.finite()) return narrow<T>(std::numeric_limits<double>::quiet_NaN());
        const mpq_class exact = variance(sum, products, static_cast<long>(a_.size()), 0);
        return operation_ == op::var ? round<T>(exact) : round_square_root<T>(exact);
      }
    }
  }

  generator<T> random_;
  op operation_;
  std::size_t offset_;
  std::vector<T> a_;
  std::vector<T> b_;
};

class run {
 public:
  explicit run(engine who) : who_(who) {}

  // Cases of that seed and every `step`th from there on, below `last`.
  void cases(std::uint64_t first, std::uint64_t last, std::uint64_t step) {
    for (std::uint64_t seed = first; seed < last; seed += step) {
      switch (seed % 4) {
        case 0:
          check<float16>(seed);
          break;
        case 1:
          check<bfloat16>(seed);
          break;
        case 2:
          check<float>(seed);
          break;
        default:
          check<double>(seed);
      }
    }
  }
  std::uint64_t wrong() const { return wrong_; }

 private:
  template <element T>
  void check(std::uint64_t seed) {
    const random_case<T> one(seed);
    std::string what;
    try {
      if (one.right(who_)) return;
      what = one.description(who_);
    } catch (const error& why) {
      what = why.what();
    }
    const std::lock_guard only(mutex_);
    if (wrong_++ < 20) std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), what.c_str());
  }

  engine who_;
  std::atomic<std::uint64_t> wrong_ = 0;
  std::mutex mutex_;
};

engine engine_named(std::string_view name) {
  for (const engine who : {engine::cpu, engine::gpu, engine::simt}) {
    if (name == name_of(who)) return who;
  }
  throw error("unknown engine " + std::string(name) + ", expected cpu, gpu or simt");
}

int main(int argc, char** argv) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return argc > i ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  const engine who = engine_named(argc > 1 ? argv[1] : "cpu");
  const std::uint64_t count = number(2, 1000), first = number(3, 1), threads = std::max<std::uint64_t>(number(4, 1), 1);
  require_engine(who);
  run all(who);
  {
    std::vector<std::jthread> crew;
    for (std::uint64_t i = 0; i < threads; ++i) {
      crew.emplace_back([&, i] { all.cases(first + i, first + count, threads); });
    }
  }
  std::printf("%s: %llu cases from seed %llu on, %llu wrong\n", std::string(name_of(who)).c_str(),
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(all.wrong()));
  return all.wrong() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace warpfold::oracle

int main(int argc, char** argv) {
  try {
    return warpfold::oracle::main(argc, argv);
  } catch (const warpfold::error& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
  }
}
