// The `.file` and `.loc` directives: which source lines the instructions come from.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/ptx/position.hpp"
#include "warpfold/simt/ptx/token_stream.hpp"

namespace warpfold::simt::ptx {

// Numbers of `.file` are arbitrary and may be used before they are declared; indices here are dense.
class source_files {
 public:
  explicit source_files(std::vector<std::string>& names) : names_(names) {}

  // `1 "kernel.cu" [, time, size]`, after the word `.file`.
  void file(token_stream& in);

  // `1 26 0 [, function_name label [+ offset]] [, inlined_at 1 30 5]`, after the word `.loc`.
  source_line location(token_stream& in);

 private:
  int index_of(std::int64_t number);

  std::vector<std::string>& names_;
  std::unordered_map<std::int64_t, int> indices_;
};

}  // namespace warpfold::simt::ptx
