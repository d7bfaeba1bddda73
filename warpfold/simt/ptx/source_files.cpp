#include "warpfold/simt/ptx/source_files.hpp"

#include <limits>

#include "warpfold/simt/ptx/constant_expression.hpp"

namespace warpfold::simt::ptx {
namespace {

std::int64_t natural(token_stream& in, const std::string& what) {
  return parse_integer(in, what, 0, std::numeric_limits<int>::max());
}

source_line place(token_stream& in, int file) {
  source_line at;
  at.file = file;
  at.line = static_cast<int>(natural(in, "a line"));
  at.column = static_cast<int>(natural(in, "a column"));
  return at;
}

}  // namespace

int source_files::index_of(std::int64_t number) {
  const auto [found, is_new] = indices_.try_emplace(number, static_cast<int>(names_.size()));
  if (is_new) names_.emplace_back();
  return found->second;
}

void source_files::file(token_stream& in) {
  const std::int64_t number = natural(in, "a file number");
  names_[static_cast<std::size_t>(index_of(number))] = in.expect(token_kind::string, "a file name").text;
  while (in.accept_symbol(",")) natural(in, "a time or size");
}

source_line source_files::location(token_stream& in) {
  const source_line at = place(in, index_of(natural(in, "a file number")));
  while (in.accept_symbol(",")) {
    if (in.accept_identifier("inlined_at")) {
      place(in, index_of(natural(in, "a file number")));
    } else if (in.accept_identifier("function_name")) {
      if (!in.at(token_kind::dotted))
        in.expect(token_kind::identifier, "a label");
      else
        in.take();
      if (in.accept_symbol("+")) natural(in, "an offset");
    } else {
      in.fail("'function_name' or 'inlined_at'");
    }
  }
  return at;
}

}  // namespace warpfold::simt::ptx
