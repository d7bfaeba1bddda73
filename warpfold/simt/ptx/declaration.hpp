// Declarations of variables and registers: `.global .align 8 .b8 table[2][3] = {…}, other;`, parameters, `.reg`.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/ptx/token_stream.hpp"
#include "warpfold/simt/ptx/variable.hpp"

namespace warpfold::simt::ptx {

// What stands before the names of a declaration.
struct declaration_head {
  ptx::space space = ptx::space::global;
  type kind = type::none;
  int width = 1;      // of a vector
  int alignment = 0;  // bytes; 0 if not given
  bool external = false;
  bool visible = false;
  bool managed = false;
  std::optional<ptx::space> points_to;
  int points_to_alignment = 0;

  std::uint64_t element_bytes() const {
    return static_cast<std::uint64_t>(size_in_bytes(kind)) * static_cast<std::uint64_t>(width);
  }
};

// One name of a declaration. The token is the name as written.
struct declared_variable {
  token name;
  variable value;
  std::uint64_t element_bytes = 1;
};

class declaration_parser {
 public:
  // The bytes that all initial values of a module may take are bounded by the text that could have spelled them.
  declaration_parser(token_stream& in, std::size_t text_bytes);

  // The rest of a declaration's head after its state space.
  declaration_head head(space in_space);

  // A name, its array dimensions and its initial value.
  declared_variable declarator(const declaration_head& head);

  // `( head name, head name, … )` of parameters or results; none if there is no parenthesis.
  std::vector<declared_variable> parameters();

  // Names that initial values take the address of; the module explains them at its end.
  const std::vector<token>& referred() const { return referred_; }

 private:
  friend class initializer_parser;

  void attributes(declaration_head& head);
  void type_or_width(declaration_head& head, const token& word);
  std::vector<std::uint64_t> dimensions();
  std::uint64_t checked_size(const token& name, const declaration_head& head,
                             const std::vector<std::uint64_t>& dimensions) const;

  token_stream& in_;
  std::uint64_t initial_bytes_left_;
  std::vector<token> referred_;
};

}  // namespace warpfold::simt::ptx
