#include "warpfold/files/csv_field.hpp"

#include "test/files/contents.hpp"

namespace warpfold::test {
namespace {

using files::csv_field;
using files::scan_csv_field;
using testing::ElementsAre;
using testing::HasSubstr;

// The fields of a whole text; "|" stands for the end of a line.
std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  std::string unescaped;
  const char* position = text.data();
  const char* const last = text.data() + text.size();
  bool open = !text.empty();
  while (open) {
    const csv_field field = scan_csv_field(position, last, true, unescaped).value();
    fields.emplace_back(field.text);
    if (field.ends_record) fields.emplace_back("|");
    position = field.next;
    open = position != last || !field.ends_record;
  }
  return fields;
}

TEST(case_C12_fields, fields_and_line_ends) {
  EXPECT_THAT(fields_of("1,2,"), ElementsAre("1", "2", "", "|"));
  EXPECT_THAT(fields_of("1,2,\n"), ElementsAre("1", "2", "", "|"));
  EXPECT_THAT(fields_of("0,1\r\n\r\n2,3\r\n"), ElementsAre("0", "1", "|", "", "|", "2", "3", "|"));
  EXPECT_THAT(fields_of("1\r\n2"), ElementsAre("1", "|", "2", "|"));
  EXPECT_THAT(fields_of("1\r"), ElementsAre("1", "|"));
  EXPECT_THAT(fields_of(",\n,"), ElementsAre("", "", "|", "", "", "|"));
}

TEST(csv_field, blanks_around_are_not_part_of_it) {
  EXPECT_THAT(fields_of(" 1 ,\t2\t, \"3\" , 4 5 \n"), ElementsAre("1", "2", "3", "4 5", "|"));
}

TEST(csv_field, quotes) {
  EXPECT_THAT(fields_of("\"1,5\",\"2\"\r\n\"\",3"), ElementsAre("1,5", "2", "|", "", "3", "|"));
  EXPECT_THAT(fields_of("\"say \"\"hi\"\"\",1"), ElementsAre("say \"hi\"", "1", "|"));
  EXPECT_THAT(fields_of("\"\"\"\""), ElementsAre("\"", "|"));
  EXPECT_THAT(fields_of("\"a\nb\r\nc\",1\n"), ElementsAre("a\nb\r\nc", "1", "|"));
  EXPECT_THAT(fields_of("5\",6"), ElementsAre("5\"", "6", "|"));
  std::string unescaped;
  const std::string_view three_lines = "\"a\n\nb\"";
  EXPECT_EQ(scan_csv_field(three_lines.data(), three_lines.data() + three_lines.size(), true, unescaped)->line_breaks,
            2);
}

TEST(csv_field, malformed_quotes) {
  EXPECT_THAT(error_of([] { fields_of("\"1"); }), HasSubstr("not closed"));
  EXPECT_THAT(error_of([] { fields_of("\"1\"\""); }), HasSubstr("not closed"));
  EXPECT_THAT(error_of([] { fields_of("\"1\"2,3"); }), HasSubstr("'2' follows a closing quote"));
  EXPECT_THAT(error_of([] { fields_of("\"1\" \"2\""); }), HasSubstr("follows a closing quote"));
}

// However the text is cut, a field is found whole or not at all.
TEST(csv_field, cut_anywhere) {
  for (const std::string text :
       {"12,3\n", " 12 \r\n", "\"1\"\"2\" ,3", "\"a,\nb\"\r\n", ",", "\n", "\"\",", "\"\"\"\","}) {
    std::string unescaped;
    const csv_field whole = scan_csv_field(text.data(), text.data() + text.size(), true, unescaped).value();
    const std::string whole_text(whole.text);
    for (std::size_t size = 0; size < text.size(); ++size) {
      const std::string part = text.substr(0, size);
      const auto found = scan_csv_field(part.data(), part.data() + size, false, unescaped);
      if (!found) continue;
      EXPECT_EQ(found->text, whole_text) << part;
      EXPECT_EQ(found->next - part.data(), whole.next - text.data()) << part;
    }
  }
}

}  // namespace
}  // namespace warpfold::test
