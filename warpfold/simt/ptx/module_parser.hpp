// The outermost level of PTX text: what the module is for, its variables and its functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/ptx/declaration.hpp"
#include "warpfold/simt/ptx/module.hpp"
#include "warpfold/simt/ptx/source_files.hpp"
#include "warpfold/simt/ptx/token_stream.hpp"

namespace warpfold::simt::ptx {

class module_parser {
 public:
  module_parser(std::string_view text, const std::string& name)
      : in_(text, name), declarations_(in_, text.size()), files_(out_.files) {}

  module parse();

 private:
  struct linkage {
    bool external = false;
    bool visible = false;
  };

  void version();
  void target();
  void directive();
  void section();
  void skip_to_semicolon();
  void alias();
  void linked();
  void variables(space in_space, const linkage& links);
  void add_variable(const declared_variable& declared);
  void function(bool entry);
  bool tuning_directive(ptx::function& of);
  void up_to_three(std::array<int, 3>& sizes);
  int one_number();
  void add_function(const token& name, ptx::function&& added);
  void check_names() const;

  token_stream in_;
  module out_;
  declaration_parser declarations_;
  source_files files_;
  std::unordered_map<std::string_view, std::uint64_t> names_;  // of functions and variables, with an element's bytes
  std::unordered_map<std::string_view, std::size_t> function_index_;
  std::unordered_map<std::string_view, std::size_t> variable_index_;
  std::vector<token> referred_;
};

}  // namespace warpfold::simt::ptx
