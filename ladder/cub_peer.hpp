// CUB's sum, the yardstick: a library of its own, which a build has if it was asked for, so that nothing else depends
// on the CUDA run time. Its source is bench/gpu/cub_sum.cu.
#pragma once

#include <optional>

#include "ladder/workbench.hpp"

namespace warpfold::ladder {

class cub_peer {
 public:
  // Nothing where the library does not lie beside the program.
  static std::optional<cub_peer> find();

  // Makes ready to sum the first n elements of the bench, on whose GPU it runs.
  void prepare(workbench& bench, std::uint64_t n);
  // Puts the sum into the bench's stream.
  void run() const;
  scalar result() const;

 private:
  using sum_function = int(int element, const void* in, void* out, unsigned long long n, void* temporary,
                           std::size_t* temporary_bytes, void* stream);
  explicit cub_peer(sum_function* sum) : sum_(sum) {}
  void call(void* temporary, std::size_t* bytes) const;

  sum_function* sum_;
  workbench* bench_ = nullptr;
  std::uint64_t n_ = 0;
  devices::buffer out_, temporary_;
};

}  // namespace warpfold::ladder
