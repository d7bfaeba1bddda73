// One array on one machine, for every rung to sum.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "ladder/kernel_library.hpp"
#include "ladder/rung.hpp"
#include "warpfold/base/array_view.hpp"
#include "warpfold/base/scalar.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::ladder {

// The one element of that dtype that a buffer holds, once the stream is done.
scalar read_element(devices::machine& machine, devices::stream& in, dtype type, const devices::buffer& from);

class workbench {
 public:
  // `values`: contiguous, on the host; copied to the library's machine. The library must outlive the workbench.
  // Throws error where the machine has too little memory.
  workbench(kernel_library& kernels, const array_view& values);

  // A plan whose kernels are found, ready to run again and again.
  struct launch {
    devices::kernel* kernel;
    devices::launch_shape shape;
    devices::arguments values;
  };
  using prepared = std::vector<launch>;

  // Plans the sum of the first n elements by blocks of that size. Throws refusal as the rung does. What is prepared is
  // valid until elements or blocks of another number are prepared.
  prepared prepare(const rung& how, std::uint64_t n, unsigned block);
  // The same for any plan, whose kernels stand in that file.
  prepared prepare(const std::function<plan(const problem&)>& launches, const std::string& file, std::uint64_t n,
                   unsigned block);

  // Puts the launches into the stream.
  void run(const prepared& sum);
  // What the launches have left; zero before the first.
  scalar result();
  // Runs them and returns the sum. The result holds garbage before.
  scalar sum(const prepared& sum);

  devices::machine& machine() { return kernels_->machine(); }
  devices::stream& stream() { return *stream_; }
  devices::address elements() const { return in_.address(); }
  std::uint64_t size() const { return size_; }
  dtype type() const { return type_; }

 private:
  kernel_library* kernels_;
  dtype type_;
  std::uint64_t size_;
  std::unique_ptr<devices::stream> stream_;
  devices::buffer in_, out_, counters_, partials_;
};

}  // namespace warpfold::ladder
