// Initial values of variables: numbers, addresses, and braces nested as the array's dimensions are.
#pragma once

#include <cstdint>
#include <vector>

#include "warpfold/simt/ptx/constant_expression.hpp"
#include "warpfold/simt/ptx/declaration.hpp"

namespace warpfold::simt::ptx {

class initializer_parser {
 public:
  initializer_parser(declaration_parser& parent, const declaration_head& head, std::vector<std::uint64_t> dimensions,
                     variable& out);

  // Parses what follows `=`. An unknown first dimension becomes what the values need.
  void parse();

 private:
  void braces(std::size_t level, std::uint64_t first);
  void scalar(std::uint64_t index);
  void address(std::uint64_t index, int bytes, int first_byte);
  void masked_address(const token& at, std::uint64_t index, std::uint64_t mask);
  std::uint64_t bits_of(const token& at, const constant& number) const;
  void store(std::uint64_t index, std::uint64_t bits);
  void reach(std::uint64_t end);

  declaration_parser& parent_;
  token_stream& in_;
  variable& out_;
  std::uint64_t scalar_bytes_;
  std::vector<std::uint64_t> extents_;  // extents_[level]: scalars in one element of that nesting level's braces
  std::uint64_t most_scalars_;
  bool open_ended_;
  std::uint64_t reached_ = 0;  // scalars up to the last one that is given
};

}  // namespace warpfold::simt::ptx
