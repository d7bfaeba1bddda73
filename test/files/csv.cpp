#include "warpfold/files/csv.hpp"

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "test/files/contents.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class csv_file : public testing::Test {
 protected:
  // Reads a text as a file and through a pipe, which must give the same.
  contents read_text(const std::string& text, files::open_options choice = {}) {
    const contents from_file = read(folder_.write("x.csv", text), choice);
    choice.format = files::format::csv;
    const contents from_pipe = read_from_pipe(text, choice);
    EXPECT_EQ(from_file.bytes, from_pipe.bytes);
    EXPECT_EQ(from_file.shape, from_pipe.shape);
    return from_file;
  }
  std::string error_of_text(const std::string& text, const files::open_options& choice = {}) {
    const std::string message = error_of([&] { read(folder_.write("x.csv", text), choice); });
    EXPECT_THAT(message, testing::StartsWith(folder_.path("x.csv") + ": "));
    return message;
  }

  temporary_folder folder_;
};

class case_C12 : public csv_file {};
class case_C13 : public csv_file {};

const files::open_options int64{.type = dtype::int64};

TEST_F(case_C12, trailing_empty_field_is_missing) {
  const contents all = read_text("1,2,");
  EXPECT_EQ(all.shape, (dimensions{1, 3}));
  EXPECT_EQ(all.as<double>()[1], 2);
  EXPECT_TRUE(std::isnan(all.as<double>()[2]));
  EXPECT_THAT(error_of_text("1,2,", int64), HasSubstr("line 1, field 3: is empty, expected int64"));
}

TEST_F(case_C12, missing_fields_of_every_dtype) {
  const auto check = [&]<class T>(type_tag<T>, const char* text) {
    const files::open_options choice{.type = dtype_of<T>};
    const dtype_category category = category_of(dtype_of<T>);
    if (category == dtype_category::floating || category == dtype_category::complex) {
      int missing = 0;
      for (const T& value : read_text(text, choice).template as<T>()) missing += value == value ? 0 : 1;
      EXPECT_GE(missing, 1) << text;
    } else {
      EXPECT_THAT(error_of_text(text, choice), HasSubstr("empty"));
    }
  };
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code)                             \
  for (const char* text : {"1,,0\n", "1,1\n,1", ",0\n", "1,\"\"\n", "1, ,0\n", ",\n"}) \
    check(type_tag<cpp_type>(), text);
#include "warpfold/base/dtypes.def"
}

TEST_F(case_C12, line_ends_and_blank_lines) {
  for (const char* text :
       {"0,1\r\n\r\n2,3\r\n", "0,1\n\n2,3", "\n\n0,1\n \t\n2,3\n\n\n", "0,1\r\n2,3", "0,1\n2,3\r\n \r\n"}) {
    const contents all = read_text(text);
    EXPECT_EQ(all.shape, (dimensions{2, 2}));
    EXPECT_THAT(all.as<double>(), ElementsAre(0, 1, 2, 3)) << text;
  }
}

TEST_F(case_C13, numbers_are_exact) {
  EXPECT_THAT(read_text("40.73777000000001,0.3\n").as<double>(), ElementsAre(40.73777000000001, 0.3));
  EXPECT_THAT(read_text("1111111111111111111\n", int64).as<std::int64_t>(), ElementsAre(1111111111111111111));
  EXPECT_THAT(read_text("18446744073709551615\n0", {.type = dtype::uint64}).as<std::uint64_t>(),
              ElementsAre(UINT64_MAX, 0u));
}

TEST_F(case_C13, integers_are_not_rounded_unasked) {
  EXPECT_THAT(error_of_text("1111111111111111111\n"), HasSubstr("'1111111111111111111' is not exact in float64"));
  for (const char* text : {"9007199254740993", "-9007199254740993", "+9007199254740993", "9223372036854775807",
                           "18446744073709551615", "\"9007199254740993\""}) {
    EXPECT_THAT(error_of_text(std::string("1\n2\n") + text + "\n3\n"), HasSubstr("expected --dtype int64")) << text;
    read_text(std::string(text) + "\n", {.type = dtype::float64});
  }
  for (const char* text : {"9007199254740992", "9007199254740994", "-9223372036854775808", "18446744073709549568", "0",
                           "9007199254740993.0", "9007199254740993e0", "1e300", "100000000000000000000000000001"}) {
    EXPECT_EQ(read_text(std::string(text) + "\n").as<double>(), std::vector<double>{std::stod(text)}) << text;
  }
}

TEST_F(case_C13, integers_out_of_range) {
  EXPECT_THAT(error_of_text("1\n9223372036854775808", int64),
              HasSubstr("line 2, field 1: '9223372036854775808' is out of range, expected int64"));
  EXPECT_THAT(error_of_text("1,300", {.type = dtype::uint8}), HasSubstr("'300' is out of range, expected uint8"));
  EXPECT_THAT(error_of_text("1.5", int64), HasSubstr("'1.5' is not a number, expected int64"));
}

TEST_F(csv_file, header) {
  const std::string text = "time,\"depth, m\",\"flow \"\"in\"\"\"\n1,2,3\n4,5,6\n";
  EXPECT_EQ(read_text(text).shape, (dimensions{2, 3}));
  EXPECT_THAT(read_text(text).as<double>(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(read_text(text, {.column = "depth, m"}).as<double>(), ElementsAre(2, 5));
  EXPECT_THAT(read_text(text, {.column = "flow \"in\""}).as<double>(), ElementsAre(3, 6));
  EXPECT_THAT(read_text(text, {.column = "0"}).as<double>(), ElementsAre(1, 4));
  EXPECT_EQ(read_text(text, {.column = "0"}).shape, dimensions{2});
  EXPECT_EQ(read_text("a,b\n").shape, (dimensions{0, 2}));
  EXPECT_THAT(read_text(",a,b\n1,2,3").as<double>(), ElementsAre(1, 2, 3)) << "an empty field decides nothing";
  EXPECT_THAT(read_text(",1,2\n3,4,5").as<double>(), testing::SizeIs(6));
  EXPECT_THAT(error_of_text(",2019,b\n1,2,3"), HasSubstr("'b' is not a number"));
  EXPECT_THAT(read_text("year,2019,2020\nx,1,2\ny,3,4", {.column = "2020"}).as<double>(), ElementsAre(2, 4));
  EXPECT_THAT(read_text("2019,2020\n1,2", {.column = "2020"}).as<double>(), ElementsAre(2));
}

TEST_F(csv_file, a_number_is_a_name_where_a_header_has_it) {
  const std::string text = "\na,0,1\n\n10,20,30\n11,21,31";
  EXPECT_THAT(read_text(text, {.column = "0"}).as<double>(), ElementsAre(20, 21));
  EXPECT_THAT(read_text(text, {.column = "1"}).as<double>(), ElementsAre(30, 31));
  EXPECT_THAT(read_text("\"0\",x\r\n20,30\r\n", {.column = "0"}).as<double>(), ElementsAre(20));
  EXPECT_THAT(read_text("a,b,0\n10,20,30\n", {.column = "1"}).as<double>(), ElementsAre(20));
  EXPECT_THAT(read_text("a,0\n", {.column = "0"}).shape, dimensions{0});
  EXPECT_THAT(error_of_text("a,0,0\n10,20,30\n", {.column = "0"}), HasSubstr("two columns '0'"));
  EXPECT_THAT(error_of_text("a,0,1\n10,\"20,30\n", {.column = "1"}), HasSubstr("quote is not closed"));
}

TEST_F(csv_file, a_number_is_a_place_where_no_header_shows) {
  EXPECT_THAT(read_text("0,5\n7,0\n", {.column = "1"}).as<double>(), ElementsAre(5, 0));
  EXPECT_THAT(read_text("1,0\n7,3\n", {.column = "0"}).as<double>(), ElementsAre(1, 7));
  EXPECT_THAT(read_text("ann,1\nbob,4\n", {.column = "1"}).as<double>(), ElementsAre(1, 4));
}

TEST_F(csv_file, a_word_above_a_number_makes_a_header_of_numbers_beside_it) {
  const std::string text = "region,2020,2021\n7,10,20\n8,30,40\n";
  EXPECT_THAT(read_text(text, {.column = "1"}).as<double>(), ElementsAre(10, 30));
  EXPECT_THAT(read_text(text, {.column = "02"}).as<double>(), ElementsAre(20, 40));
  EXPECT_THAT(read_text(text, {.column = "2021"}).as<double>(), ElementsAre(20, 40));
}

TEST_F(csv_file, one_column_among_text) {
  EXPECT_THAT(read_text("ann,3\nbob,4\n", {.column = "1"}).as<double>(), ElementsAre(3, 4));
  EXPECT_THAT(read_text("name,age\n\"ann,\nx\",3\nbob,4\n", {.column = "age"}).as<double>(), ElementsAre(3, 4));
  EXPECT_EQ(read_text("7\n8\n").shape, dimensions{2});
}

TEST_F(csv_file, columns_that_are_not_there) {
  EXPECT_THAT(error_of_text("a,b\n1,2", {.column = "c"}), HasSubstr("has no column 'c', expected one of a, b"));
  EXPECT_THAT(error_of_text("a,b\n1,2", {.column = "2"}), HasSubstr("has 2 columns, expected more than 2"));
  EXPECT_THAT(error_of_text("a,a\n1,2", {.column = "a"}), HasSubstr("two columns 'a'"));
  EXPECT_THAT(error_of_text("1,2\n3,4", {.column = "c"}), HasSubstr("has no column 'c'"));
  EXPECT_THAT(error_of_text("", {.column = "c"}), HasSubstr("is empty"));
}

TEST_F(csv_file, what_is_not_a_number_is_never_passed_over) {
  EXPECT_THAT(error_of_text("1,2\n3,x\n"), HasSubstr("line 2, field 2: 'x' is not a number, expected float64"));
  EXPECT_THAT(error_of_text("1.0 2.0 3.0\n"), HasSubstr("'1.0 2.0 3.0' is not a number"));
  EXPECT_THAT(error_of_text("1;2\n"), HasSubstr("'1;2' is not a number"));
  EXPECT_THAT(error_of_text("1.5,2\n3,4\n", int64), HasSubstr("'1.5' is not a number, expected int64"));
  EXPECT_THAT(error_of_text("a,b\nc,d\n"), HasSubstr("line 2, field 1: 'c'"));
  EXPECT_THAT(error_of_text("1,\"2\n\n3\n"), HasSubstr("quote is not closed"));
  EXPECT_THAT(error_of_text(std::string("1,2\0,3\n", 7)), HasSubstr("'2\\x00' is not a number"));
  EXPECT_THAT(error_of_text("1\r2\r3\r"), HasSubstr("is not a number"));
}

TEST_F(csv_file, ragged_lines) {
  EXPECT_THAT(error_of_text("1,2,3\n4,5\n"), HasSubstr("line 2 has 2 fields, expected 3 as in the first line"));
  EXPECT_THAT(error_of_text("1,2\n\n4,5,6\n"), HasSubstr("line 3 has 3 fields, expected 2"));
  EXPECT_THAT(error_of_text("a,b\n1,2,\n"), HasSubstr("line 2 has 3 fields, expected 2"));
  EXPECT_THAT(error_of_text("x,1\ny\n", {.column = "1"}), HasSubstr("line 2 has 1 fields, expected 2"));
  EXPECT_THAT(error_of_text("a,\"b\n\nc\"\n1,2\n3\n"), HasSubstr("line 5 has 1 fields"));
}

TEST_F(csv_file, byte_order_marks) {
  EXPECT_THAT(read_text("\xef\xbb\xbf"
                        "1,2\n")
                  .as<double>(),
              ElementsAre(1, 2));
  EXPECT_THAT(read_text("\xef\xbb\xbf"
                        "a,b\n1,2\n",
                        {.column = "a"})
                  .as<double>(),
              ElementsAre(1));
  EXPECT_THAT(error_of_text(std::string("\xff\xfe"
                                        "1\0\n\0",
                                        6)),
              HasSubstr("UTF-16"));
}

TEST_F(csv_file, nothing_in_it) {
  for (const char* text : {"", "\n", "\r\n \n\t\n", "\xef\xbb\xbf"}) {
    EXPECT_THAT(error_of_text(text), HasSubstr("is empty, expected numbers"));
  }
}

TEST_F(csv_file, a_field_without_end) {
  EXPECT_THAT(error_of_text(std::string(1 << 20, '1')), HasSubstr("a field is longer than"));
  EXPECT_THAT(error_of_text("\"" + std::string(1 << 20, '1')), HasSubstr("a field is longer than"));
}

// Longer than every buffer, with the ends of numbers, lines and quotes at every place within it.
TEST_F(csv_file, large_files_of_every_layout) {
  std::mt19937 random(3);
  for (const std::int64_t columns : {1, 3, 700000}) {
    std::string text;
    std::vector<double> values;
    const std::int64_t rows = 700000 / columns;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < columns; ++column) {
        const double value = static_cast<double>(static_cast<std::int32_t>(random())) / 1024;
        values.push_back(value);
        const std::string quote = random() % 8 == 0 ? "\"" : "";
        const std::string end = column + 1 < columns ? "," : random() % 2 ? "\n" : "\r\n";
        text += fmt::format("{}{}{}{}", quote, value, quote, end);
      }
    }
    const contents all = read_text(text);
    EXPECT_EQ(all.shape, columns == 1 ? dimensions{rows} : (dimensions{rows, columns}));
    EXPECT_EQ(all.bytes, bytes_of(values));
    if (columns > 3) continue;
    std::vector<double> last_column;
    for (std::size_t at = static_cast<std::size_t>(columns) - 1; at < values.size();
         at += static_cast<std::size_t>(columns)) {
      last_column.push_back(values[at]);
    }
    EXPECT_EQ(read_text(text, {.column = std::to_string(columns - 1)}).bytes, bytes_of(last_column));
  }
}

TEST_F(csv_file, more_empty_fields_in_the_first_line_than_a_piece_holds) {
  const std::string text = std::string(300000, ',') + "1\n";
  const std::vector<double> values = read_text(text).as<double>();
  ASSERT_EQ(values.size(), 300001u);
  EXPECT_TRUE(std::isnan(values.front()));
  EXPECT_EQ(values.back(), 1);
}

TEST_F(csv_file, progress) {
  const std::string path = folder_.write("x.csv", "1,2\n3,4\n");
  const auto file = files::open(path);
  EXPECT_EQ(file->total_bytes(), 8);
  EXPECT_EQ(file->shape(), std::nullopt);
  read(*file);
  EXPECT_EQ(file->bytes_read(), 8);
}

}  // namespace
}  // namespace warpfold::test
