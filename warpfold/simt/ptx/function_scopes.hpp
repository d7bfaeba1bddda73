// The nested `{ … }` of a function body: what each name means where it is used. Registers get their index, variables
// and labels that two scopes declare get names of their own, and references forward are settled when a scope closes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "warpfold/simt/ptx/function.hpp"
#include "warpfold/simt/ptx/token_stream.hpp"

namespace warpfold::simt::ptx {

// Where an operand's name is to be written once it is known: a part of an operand of an instruction, or an entry of a
// target table.
struct forward_reference {
  token name;
  std::size_t instruction = 0;
  std::size_t operand = 0;
  std::size_t part = 0;
  bool in_table = false;  // then instruction is the table's index and operand that of its entry
};

class function_scopes {
 public:
  struct register_entry {
    int first = 0;
    int width = 1;  // of a vector register, whose elements have consecutive indices
  };
  struct variable_entry {
    std::string unique_name;
    std::uint64_t element_bytes = 1;
  };
  struct unknown {};
  using meaning = std::variant<unknown, register_entry, variable_entry>;

  // `module_names` are the functions and variables that the module has declared so far, each with the bytes of an
  // element; names refer to the text.
  function_scopes(function& out, const std::unordered_map<std::string_view, std::uint64_t>& module_names,
                  const token_stream& in)
      : out_(out), module_names_(module_names), in_(in), scopes_(1) {}

  void open();
  void close();  // of the innermost scope that open() opened
  bool nested() const { return scopes_.size() > 1; }

  void declare_register(const token& name, type kind, int width);
  void declare_register_range(const token& prefix, type kind, std::uint64_t count);
  // Returns the name under which the variable is known to the decoder.
  std::string declare_variable(const token& name, std::uint64_t element_bytes);
  void declare_label(const token& name);
  std::string declare_table(const token& name);

  // The innermost declaration of a register or variable.
  meaning find(std::string_view name);

  // Of an element of the module's variable of that name; 1 if there is none yet.
  std::uint64_t module_element_bytes(std::string_view name) const;

  // Asks for a name that is neither: a label, a table, or something of the module.
  void refer(const forward_reference& reference) { scopes_.back().references.push_back(reference); }

  // Closes the function; returns the references to names that only the module can explain.
  std::vector<forward_reference> finish();

 private:
  struct register_range {
    type kind = type::none;
    std::uint64_t count = 0;
  };
  struct scope {
    std::unordered_map<std::string_view, meaning> names;
    std::unordered_map<std::string_view, register_range> ranges;
    std::unordered_map<std::string_view, label_operand> labels;
    std::vector<forward_reference> references;
  };

  std::string make_unique(std::string_view name);
  void require_new(const token& name) const;
  bool find_in_range(scope& in, std::string_view name);
  int add_registers(const std::string& name, type kind, int width);
  void settle(scope& closing, std::vector<forward_reference>& unsettled);
  void write(const forward_reference& reference, const label_operand& target);

  function& out_;
  const std::unordered_map<std::string_view, std::uint64_t>& module_names_;
  const token_stream& in_;
  std::vector<scope> scopes_;
  std::unordered_map<std::string_view, int> uses_of_name_;
};

}  // namespace warpfold::simt::ptx
