// The body of a function: scopes, declarations, labels and instructions.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/ptx/declaration.hpp"
#include "warpfold/simt/ptx/function.hpp"
#include "warpfold/simt/ptx/function_scopes.hpp"
#include "warpfold/simt/ptx/source_files.hpp"
#include "warpfold/simt/ptx/token_stream.hpp"

namespace warpfold::simt::ptx {

class function_parser {
 public:
  function_parser(token_stream& in, declaration_parser& declarations, source_files& files,
                  const std::unordered_map<std::string_view, std::uint64_t>& module_names, function& out)
      : in_(in), declarations_(declarations), files_(files), out_(out), scopes_(out, module_names, in) {}

  // Declares the results and parameters, which out holds under the names that the decoder uses.
  void declare_parameters(const std::vector<declared_variable>& results,
                          const std::vector<declared_variable>& parameters);

  // Parses `{ … }`. Returns the names that only the module can explain.
  std::vector<token> body();

 private:
  void statement();
  void directive();
  void register_declaration();
  void variable_declaration();
  void labelled();
  void target_table(const token& name);
  void call_prototype(const token& name);

  void instruction();
  void guard();
  operand parse_operand();
  operand address();
  operand braced();
  operand parenthesized();
  void named(operand& into);
  scalar_operand name_or_number(std::size_t part);
  scalar_operand special(const token& name);
  scalar_operand register_component(const token& name, const function_scopes::register_entry& entry);
  scalar_operand symbol(const std::string& name, std::uint64_t element_bytes);
  int lane_selector();

  token_stream& in_;
  declaration_parser& declarations_;
  source_files& files_;
  function& out_;
  function_scopes scopes_;
  source_line source_;
  ptx::instruction* current_ = nullptr;
};

}  // namespace warpfold::simt::ptx
