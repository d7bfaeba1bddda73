// C++ sums under one C signature each, so that peers.py can time them on the same memory as Python's peers:
//   double name(const T* values, size_t count, int threads)
#include <tbb/global_control.h>

#include <Eigen/Core>
#include <cstddef>
#include <execution>
#include <map>
#include <numeric>

#include "bench/harness.hpp"
#include "bench/read_memory.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace {

template <class T>
double warpfold_sum(const T* values, std::size_t count, int threads, warpfold::accuracy accuracy) {
  warpfold::options choice;
  choice.accuracy = accuracy;
  choice.threads = threads;
  const auto result = warpfold::reduce(warpfold::op::sum, warpfold::array_view(std::span(values, count)), choice);
  return static_cast<double>(result.values.front().template as<T>());
}

template <class T>
double standard_reduce(const T* values, std::size_t count, int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  return static_cast<double>(std::reduce(std::execution::par_unseq, values, values + count));
}

// Eigen sums on one thread, whatever is asked for.
template <class T>
double eigen_sum(const T* values, std::size_t count, int /*threads*/) {
  using vector = Eigen::Array<T, Eigen::Dynamic, 1>;
  return static_cast<double>(Eigen::Map<const vector>(values, static_cast<Eigen::Index>(count)).sum());
}

// What any sum does at least. Threads are kept from call to call, as they are by the others.
double plain_read(const void* values, std::size_t bytes, int threads) {
  static std::map<int, warpfold::bench::crew> crews;
  const std::size_t share = bytes / static_cast<std::size_t>(threads);
  return crews.try_emplace(threads, threads).first->second.time([&](int member) {
    const auto* const first = static_cast<const std::byte*>(values) + share * static_cast<std::size_t>(member);
    warpfold::bench::keep(warpfold::bench::read_memory(first, share));
  });
}

}  // namespace

extern "C" {
double plain_read_float32(const float* values, std::size_t count, int threads) {
  return plain_read(values, count * sizeof(float), threads);
}
double plain_read_float64(const double* values, std::size_t count, int threads) {
  return plain_read(values, count * sizeof(double), threads);
}
double warpfold_exact_float32(const float* values, std::size_t count, int threads) {
  return warpfold_sum(values, count, threads, warpfold::accuracy::exact);
}
double warpfold_exact_float64(const double* values, std::size_t count, int threads) {
  return warpfold_sum(values, count, threads, warpfold::accuracy::exact);
}
double warpfold_fast_float32(const float* values, std::size_t count, int threads) {
  return warpfold_sum(values, count, threads, warpfold::accuracy::fast);
}
double warpfold_fast_float64(const double* values, std::size_t count, int threads) {
  return warpfold_sum(values, count, threads, warpfold::accuracy::fast);
}
double standard_reduce_float32(const float* values, std::size_t count, int threads) {
  return standard_reduce(values, count, threads);
}
double standard_reduce_float64(const double* values, std::size_t count, int threads) {
  return standard_reduce(values, count, threads);
}
double eigen_float32(const float* values, std::size_t count, int threads) {
  return eigen_sum(values, count, threads);
}
double eigen_float64(const double* values, std::size_t count, int threads) {
  return eigen_sum(values, count, threads);
}
}
