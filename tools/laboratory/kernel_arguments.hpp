// The arguments of a kernel as the command line gives them, and what it left in those that are outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/scalar.hpp"
#include "warpfold/simt/machine.hpp"

namespace warpfold::tools {

// An output array: where it is, and what it holds.
struct output_array {
  std::size_t position = 0;  // among the kernel's arguments, from 0
  dtype type = dtype::float32;
  dimensions shape;
  std::uint64_t address = 0;
};

class kernel_arguments {
 public:
  // Each of `texts` is one of
  //   FILE              an array, read from a file: its address in device memory
  //   out=DTYPE:SHAPE   an array for results, not initialized: its address; SHAPE as "64" or "8,8"
  //   DTYPE:VALUE       a number; i32, u64, f32, … are short for int32, uint64, float32, …
  // Throws CLI::ValidationError for anything else.
  explicit kernel_arguments(const std::vector<std::string>& texts);

  // Reads the files and allocates what is needed. Throws error where a file cannot be read, or memory does not suffice.
  void place(simt::machine& machine);

  // As placed.
  const std::vector<simt::kernel_argument>& values() const { return values_; }
  const std::vector<output_array>& outputs() const { return outputs_; }
  // The elements of an output, in C order.
  static std::vector<scalar> elements(const output_array& output, const simt::machine& machine);
  // Frees what was allocated.
  void release(simt::machine& machine);

 private:
  struct input_file {
    std::string path;
  };

  void place(const input_file& file, simt::machine& machine);
  void place(output_array output, simt::machine& machine);
  void place(const simt::kernel_argument& number, simt::machine& machine);
  void add_address(std::uint64_t address);

  std::vector<std::variant<input_file, output_array, simt::kernel_argument>> given_;
  std::vector<simt::kernel_argument> values_;
  std::vector<output_array> outputs_;
  std::vector<std::uint64_t> allocations_;
};

}  // namespace warpfold::tools
