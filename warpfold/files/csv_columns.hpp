// Which columns of comma-separated values are read, as the first line tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpfold::files {

class csv_columns {
 public:
  // `column` is a header's name, else a number from 0, or empty for all columns.
  explicit csv_columns(std::string column);

  // Whether the field at `index` is read, as far as is known: all, the one with the number, or none before its name
  // was found.
  bool selects(std::int64_t index) const { return all_ || index == selected_; }
  bool is_all() const { return all_; }
  // Whether the column can be found in a header only.
  bool needs_header() const { return !all_ && !number_; }
  bool is_number() const { return number_.has_value(); }
  // The fields of a line; 0 before the first line has ended.
  std::int64_t count() const { return count_; }

  // Takes one field of the first line.
  void take_name(std::string_view name, std::int64_t index);
  // Ends the first line, which has `count` fields and is a header as far as is known. Throws error where the column is
  // not among them. Returns whether the line must be a header because its names were needed.
  bool end_first_line(std::int64_t count, bool is_header);

 private:
  bool all_;
  std::string wanted_;
  std::optional<std::int64_t> number_;
  std::int64_t selected_ = -1;
  std::int64_t named_ = -1;  // the field whose text is the wanted name
  bool named_twice_ = false;
  std::string first_names_;  // for a message
  std::int64_t count_ = 0;
};

}  // namespace warpfold::files
