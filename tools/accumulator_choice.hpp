// Exact sums that are kept in files, from one run of the program to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "warpfold/reduce/reduce.hpp"

namespace CLI {
class App;
}

namespace warpfold::tools {

// Whether the operator has exact sums to keep, as the library says.
bool has_accumulator(op operation);

struct accumulation {
  result value;
  std::int64_t elements;       // of this and earlier runs
  std::function<void()> keep;  // puts the sums in place, if they go to a file, which is locked until this is destroyed
};

class accumulator_choice {
 public:
  void declare_options(CLI::App& app);

  bool given() const { return !kept_.empty() || !merged_.empty(); }

  // The dtype of the elements that the first of the files sums. Throws error where it is not there.
  dtype type() const;
  // Throws error where one of the files holds anything but the sums of such a reduction, before it takes its time.
  // `name` is the elements' in messages, empty where there are only the files'.
  void require_like(op operation, dtype type, const options& choice, const std::string& name) const;
  // Adds what the files hold to the reduction, and writes all of it beside the one that was asked for, which keep()
  // puts in place once the result has come out. Throws error where there is no result, or it cannot be written.
  accumulation finish(reduction& so_far, const std::string& name) const;

  // The option by which the files are given.
  const char* option() const { return kept_.empty() ? "--merge" : "--accumulator"; }

 private:
  // The name of the elements and of what the files hold.
  std::string together(const std::string& name) const;
  accumulation finished(const reduction& whole, std::span<const std::byte> saved, const std::string& name) const;

  std::string kept_;
  std::vector<std::string> merged_;
};

}  // namespace warpfold::tools
