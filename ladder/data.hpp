// Numbers to sum: small whole ones of both signs, scattered, so that every order of adding them gives the exact sum in
// every dtype of the ladder.
#pragma once

#include <cstdint>
#include <vector>

#include "warpfold/base/array_view.hpp"

namespace warpfold::ladder {

class data {
 public:
  // Throws error for a dtype that the ladder does not sum.
  data(dtype type, std::uint64_t n);
  array_view view() const { return {type_, bytes_.data(), {static_cast<std::int64_t>(n_)}}; }

 private:
  dtype type_;
  std::uint64_t n_;
  std::vector<std::byte> bytes_;
};

}  // namespace warpfold::ladder
