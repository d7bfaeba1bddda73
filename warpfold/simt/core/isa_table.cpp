#include "warpfold/simt/core/isa_table.hpp"

#include <algorithm>
#include <map>

namespace warpfold::simt {
namespace {

enum row_index : int {
#define WARPFOLD_ROW_NAME(line) row_at_line_##line
#define WARPFOLD_ROW(line) WARPFOLD_ROW_NAME(line)
#define WARPFOLD_INSTRUCTION(mnemonic, operands, modifiers, section) WARPFOLD_ROW(__LINE__),
#include "warpfold/simt/isa.def"
};

constexpr isa_row rows[] = {
#define WARPFOLD_INSTRUCTION(mnemonic, operands, modifiers, section) \
  {WARPFOLD_ROW(__LINE__), #mnemonic, operands, modifiers, section},
#include "warpfold/simt/isa.def"
#undef WARPFOLD_ROW
#undef WARPFOLD_ROW_NAME
};

// One step of a row's modifiers: any of some words, or none of them if optional.
struct modifier_choice {
  std::vector<std::string_view> words;  // without the leading dot
  bool optional = false;
};

std::vector<std::string_view> split_words(std::string_view alternatives) {
  std::vector<std::string_view> words;
  while (!alternatives.empty()) {
    const std::size_t bar = std::min(alternatives.find('|'), alternatives.size());
    words.push_back(alternatives.substr(1, bar - 1));
    alternatives.remove_prefix(std::min(bar + 1, alternatives.size()));
  }
  return words;
}

std::vector<modifier_choice> parse_modifiers(std::string_view pattern) {
  std::vector<modifier_choice> choices;
  while (!pattern.empty()) {
    const bool grouped = pattern.front() == '(' || pattern.front() == '[';
    const std::size_t end =
        grouped ? pattern.find_first_of(")]") : std::min(pattern.find_first_of(".([", 1), pattern.size());
    choices.push_back({split_words(pattern.substr(grouped ? 1 : 0, grouped ? end - 1 : end)), pattern.front() == '['});
    pattern.remove_prefix(grouped ? end + 1 : end);
  }
  return choices;
}

bool matches(const std::vector<modifier_choice>& choices, const std::vector<std::string>& modifiers) {
  std::size_t next = 0;
  for (const modifier_choice& choice : choices) {
    if (next < modifiers.size() && std::ranges::find(choice.words, modifiers[next]) != choice.words.end()) {
      ++next;
    } else if (!choice.optional) {
      return false;
    }
  }
  return next == modifiers.size();
}

struct parsed_row {
  const isa_row* row;
  std::vector<modifier_choice> choices;
};

const std::multimap<std::string_view, parsed_row>& rows_by_mnemonic() {
  static const auto by_mnemonic = [] {
    std::multimap<std::string_view, parsed_row> result;
    for (const isa_row& row : rows) result.emplace(row.mnemonic, parsed_row{&row, parse_modifiers(row.modifiers)});
    return result;
  }();
  return by_mnemonic;
}

}  // namespace

std::span<const isa_row> isa_rows() {
  return rows;
}

const isa_row* find_row(std::string_view mnemonic, const std::vector<std::string>& modifiers) {
  const auto [first, last] = rows_by_mnemonic().equal_range(mnemonic);
  for (auto candidate = first; candidate != last; ++candidate) {
    if (matches(candidate->second.choices, modifiers)) return candidate->second.row;
  }
  return nullptr;
}

std::string_view section_of(std::string_view mnemonic) {
  const auto found = rows_by_mnemonic().find(mnemonic);
  return found == rows_by_mnemonic().end() ? std::string_view{} : found->second.row->section;
}

}  // namespace warpfold::simt
