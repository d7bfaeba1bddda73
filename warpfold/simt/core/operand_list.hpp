// The operand column of isa.def, taken apart.
#pragma once

#include <string_view>
#include <vector>

namespace warpfold::simt {

class operand_list {
 public:
  struct item {
    char type = 't';  // as isa.def's legend says
    bool destination = false;
    bool optional = false;
    bool second = false;    // may be followed by `|p`, a predicate destination
    bool flexible = false;  // the register may be wider than the type: written `t+`
  };

  explicit operand_list(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find(' ');
      const std::string_view word = text.substr(0, end);
      item read;
      read.destination = word.front() == '=';
      read.type = word[read.destination ? 1 : 0];
      read.second = word.find('|') != std::string_view::npos;
      read.optional = !read.second && word.back() == '?';
      read.flexible = word.find('+') != std::string_view::npos;
      items_.push_back(read);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
  }

  const std::vector<item>& items() const { return items_; }
  bool reads_own_operands() const { return !items_.empty() && items_.front().type == '*'; }

  int required() const {
    int count = 0;
    for (const item& one : items_) count += one.optional ? 0 : 1;
    return count;
  }

 private:
  std::vector<item> items_;
};

}  // namespace warpfold::simt
