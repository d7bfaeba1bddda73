#include "warpfold/base/readable_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace warpfold {
namespace {

// Cuts "(int const*, int*)" from "sum<int>(int const*, int*)"; parentheses inside template arguments stay.
std::string_view without_parameters(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0 && !name.substr(i).starts_with("(anonymous namespace)")) return name.substr(0, i);
  }
  return name;
}

}  // namespace

std::string readable_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // which might read as that of a type: "f" as float
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0) return name;
  std::string_view text = demangled.get();
  if (text.starts_with("void ")) text.remove_prefix(5);
  return std::string(without_parameters(text));
}

}  // namespace warpfold
