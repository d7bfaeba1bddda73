#include "warpfold/files/csv.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/csv_columns.hpp"
#include "warpfold/files/csv_field.hpp"
#include "warpfold/files/csv_header.hpp"
#include "warpfold/files/csv_window.hpp"
#include "warpfold/files/decimal.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

constexpr std::size_t text_piece_bytes = std::size_t{1} << 20;

// What an empty field means, where it means anything.
template <element T>
std::optional<T> missing_value() {
  if constexpr (std::is_integral_v<T>)
    return std::nullopt;
  else
    return T(std::numeric_limits<float>::quiet_NaN());
}

// float64 holds every integer up to here; the next rounds to it.
constexpr double exact_integers_end = 0x1p53;

// Whether `text` is an integer that int64 or uint64 holds and float64 does not.
bool needs_integer_type(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::uint64_t magnitude = 0;
  if (read_whole_decimal(text.substr(negative ? 1 : 0), magnitude) != decimal_status::ok) return false;
  if (negative && magnitude > std::uint64_t{1} << 63) return false;
  return std::bit_width(magnitude) - std::countr_zero(magnitude) > std::numeric_limits<double>::digits;
}

// A byte order mark of UTF-8 is skipped; that of another encoding is an error.
void skip_byte_order_mark(input& source) {
  const auto starts_with = [&](std::string_view mark) {
    const auto start = source.peek(mark.size());
    return std::equal(start.begin(), start.end(), mark.begin(), mark.end(),
                      [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
  };
  if (starts_with("\xff\xfe") || starts_with("\xfe\xff")) {
    throw error(fmt::format("{}: is UTF-16 text, expected UTF-8", source.name()));
  }
  std::array<std::byte, 3> mark;
  if (starts_with("\xef\xbb\xbf")) read_fully(source, mark);
}

template <element T>
class csv_array final : public array_file {
 public:
  csv_array(input source, const open_options& choice)
      : source_(std::move(source)),
        window_(source_),
        columns_(choice.column),
        values_(std::make_unique<T[]>(capacity)),
        type_is_chosen_(choice.type),
        first_line_(columns_.needs_header() ? line_kind::header : line_kind::unknown) {}

  const std::string& name() const override { return source_.name(); }
  files::format format() const override { return format::csv; }
  dtype type() const override { return dtype_of<T>; }
  std::optional<dimensions> shape() const override {
    if (!finished_) return std::nullopt;
    return columns_.is_all() && columns_.count() != 1 ? dimensions{rows_, columns_.count()} : dimensions{rows_};
  }
  std::optional<array_view> mapped() override { return std::nullopt; }
  std::optional<array_view> next_piece() override;
  void verify() const override { source_.verify(); }
  std::int64_t bytes_read() const override { return window_.bytes_read(); }
  std::optional<std::int64_t> total_bytes() const override { return source_.size(); }

 private:
  enum class line_kind : std::uint8_t { unknown, header, data };
  static constexpr std::size_t capacity = text_piece_bytes / sizeof(T);

  bool in_first_line() const { return columns_.count() == 0; }
  bool may_be_header() const { return in_first_line() && first_line_ != line_kind::data; }
  bool at_end() const { return window_.is_last() && window_.begin() == window_.end(); }

  void look_for_header();
  // Whether a value may have lost digits that nobody agreed to lose.
  bool may_be_rounded_integer(const T& value) const;
  void take_plain_numbers();
  void take_field();
  csv_field scan_field();
  bool decide_first_line(std::string_view text);
  void take_value(std::string_view text);
  void take_empty_field_of_first_line();
  void end_line();
  void finish();
  [[noreturn]] void fail(std::string_view what) const;

  input source_;
  csv_window window_;
  csv_columns columns_;
  std::string unescaped_;
  std::unique_ptr<T[]> values_;
  std::size_t count_ = 0;  // of values_
  bool type_is_chosen_;
  line_kind first_line_;
  std::int64_t empty_fields_ = 0;  // read in the first line before its kind was known
  std::int64_t line_ = 1;
  std::int64_t column_ = 0;  // of the next field
  std::int64_t rows_ = 0;
  bool finished_ = false;
};

template <element T>
void csv_array<T>::fail(std::string_view what) const {
  throw error(fmt::format("{}: line {}, field {}: {}", name(), line_, column_ + 1, what));
}

template <element T>
std::optional<array_view> csv_array<T>::next_piece() {
  count_ = 0;
  look_for_header();
  while (count_ < capacity && !finished_) {
    if (first_line_ == line_kind::data && empty_fields_ > 0) {
      take_empty_field_of_first_line();
    } else if (column_ == 0 && at_end()) {
      finish();
    } else {
      if (!may_be_header()) take_plain_numbers();
      if (count_ < capacity) take_field();
    }
  }
  if (count_ == 0) return std::nullopt;
  return array_view(dtype_of<T>, values_.get(), {static_cast<std::int64_t>(count_)});
}

// Before anything is taken: where a column is chosen by a number, its field in a header may be a number, too.
template <element T>
void csv_array<T>::look_for_header() {
  if (first_line_ != line_kind::unknown || !columns_.is_number() || window_.bytes_read() > 0) return;
  while (!window_.is_last() && !window_.is_full()) window_.extend();
  const std::string_view text(window_.begin(), static_cast<std::size_t>(window_.end() - window_.begin()));
  if (begins_with_header(text, window_.is_last())) first_line_ = line_kind::header;
}

template <element T>
bool csv_array<T>::may_be_rounded_integer(const T& value) const {
  if constexpr (std::same_as<T, double>) {
    return !type_is_chosen_ && (value >= exact_integers_end || value <= -exact_integers_end);
  }
  return false;
}

// Takes numbers for as long as each is followed at once by a comma or a line break and the text in memory lasts.
template <element T>
void csv_array<T>::take_plain_numbers() {
  const char* position = window_.begin();
  const char* const last = window_.end();
  while (count_ < capacity && columns_.selects(column_)) {
    auto [end, status] = read_decimal(position, last, values_[count_]);
    if (status != decimal_status::ok || end == last || may_be_rounded_integer(values_[count_])) break;
    if (*end == '\r' && last - end > 1 && end[1] == '\n') ++end;
    if (*end != ',' && *end != '\n') break;
    ++count_;
    ++column_;
    position = end + 1;
    if (*end == '\n') end_line();
  }
  window_.advance_to(position);
}

template <element T>
csv_field csv_array<T>::scan_field() {
  try {
    while (true) {
      const auto field = scan_csv_field(window_.begin(), window_.end(), window_.is_last(), unescaped_);
      if (field) return *field;
      window_.extend();
    }
  } catch (const error& cause) {
    fail(cause.what());
  }
}

// Takes one field of any kind, or a blank line.
template <element T>
void csv_array<T>::take_field() {
  const csv_field field = scan_field();
  if (column_ == 0 && field.ends_record && field.text.empty() && !field.quoted) {
    window_.advance_to(field.next);
    ++line_;
    return;
  }
  if (may_be_header() && !decide_first_line(field.text)) return;
  if (!may_be_header() && columns_.selects(column_)) take_value(field.text);
  ++column_;
  line_ += field.line_breaks;
  window_.advance_to(field.next);
  if (field.ends_record) end_line();
}

// Looks at a field of the first line while it may be a header. Returns false where the field shows that the line is
// data and that the empty ones before it are values, to be taken first.
template <element T>
bool csv_array<T>::decide_first_line(std::string_view text) {
  if (first_line_ == line_kind::unknown && columns_.selects(column_)) {
    if (text.empty()) {
      ++empty_fields_;
    } else {
      first_line_ = resembles_decimal(text) ? line_kind::data : line_kind::header;
    }
  }
  if (first_line_ == line_kind::data && empty_fields_ > 0) return false;
  columns_.take_name(text, column_);
  return true;
}

template <element T>
void csv_array<T>::take_empty_field_of_first_line() {
  if (!missing_value<T>()) {
    throw error(fmt::format("{}: the first line has an empty field, expected {}", name(), name_of(type())));
  }
  values_[count_++] = *missing_value<T>();
  --empty_fields_;
}

template <element T>
void csv_array<T>::take_value(std::string_view text) {
  T& value = values_[count_];
  if (text.empty()) {
    if (!missing_value<T>()) fail(fmt::format("is empty, expected {}", name_of(type())));
    value = *missing_value<T>();
  } else if (const decimal_status status = read_whole_decimal(text, value); status != decimal_status::ok) {
    const std::string_view what = status == decimal_status::out_of_range ? "is out of range" : "is not a number";
    fail(fmt::format("'{}' {}, expected {}", printable(text), what, name_of(type())));
  } else if (may_be_rounded_integer(value) && needs_integer_type(text)) {
    fail(fmt::format("'{}' is not exact in float64, expected --dtype int64 or uint64, or float64 to round it", text));
  }
  ++count_;
}

template <element T>
void csv_array<T>::end_line() {
  if (in_first_line()) {
    const bool needed_names =
        naming(name(), [&] { return columns_.end_first_line(column_, first_line_ == line_kind::header); });
    if (needed_names) first_line_ = line_kind::header;
    if (first_line_ == line_kind::unknown) first_line_ = line_kind::data;
    rows_ += first_line_ == line_kind::data ? 1 : 0;
  } else if (column_ != columns_.count()) {
    throw error(fmt::format("{}: line {} has {} fields, expected {} as in the first line", name(), line_, column_,
                            columns_.count()));
  } else {
    ++rows_;
  }
  column_ = 0;
  ++line_;
}

template <element T>
void csv_array<T>::finish() {
  if (in_first_line()) throw error(fmt::format("{}: is empty, expected numbers separated by commas", name()));
  verify();
  finished_ = true;
}

}  // namespace

std::unique_ptr<array_file> open_csv(input source, const open_options& choice) {
  skip_byte_order_mark(source);
  return visit_dtype(choice.type.value_or(dtype::float64), [&](auto tag) -> std::unique_ptr<array_file> {
    return std::make_unique<csv_array<typename decltype(tag)::type>>(std::move(source), choice);
  });
}

}  // namespace warpfold::files
