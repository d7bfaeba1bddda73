#include "warpfold/simt/ptx/lexer.hpp"

#include <gtest/gtest.h>

#include "warpfold/base/error.hpp"

namespace warpfold::simt::ptx {
namespace {

std::vector<token> words(std::string_view text) {
  static const std::string name = "t.ptx";
  lexer in(text, name);
  std::vector<token> found;
  for (token word = in.next(); word.kind != token_kind::end; word = in.next()) found.push_back(word);
  return found;
}

void expect_one(std::string_view text, token_kind kind) {
  const std::vector<token> found = words(text);
  ASSERT_EQ(found.size(), 1u) << text;
  EXPECT_EQ(found[0].kind, kind) << text;
  EXPECT_EQ(found[0].text, text);
}

TEST(lexer, identifiers) {
  for (const char* text : {"add", "%r12", "$L__BB0_1", "_", "_Z3fooPi", "%SPL", "$str$1"}) {
    expect_one(text, token_kind::identifier);
  }
}

TEST(lexer, dotted_words) {
  for (const char* text : {".u32", ".shared::cluster", ".2d", ".mbarrier::complete_tx::bytes", ".L2::128B"}) {
    expect_one(text, token_kind::dotted);
  }
}

TEST(lexer, numbers) {
  for (const char* text : {"0", "12", "0x1F", "017", "0b101", "7U", "0xFFFFFFFFU"})
    expect_one(text, token_kind::integer);
  for (const char* text : {"1.5", "1e5", "1.5e-3", "2.", "0f3F800000", "0d3FF0000000000000", "0F3f800000"}) {
    expect_one(text, token_kind::real);
  }
}

TEST(lexer, an_opcode_is_a_name_and_its_modifiers) {
  const std::vector<token> found = words("mul.wide.u32\t%rd4, %r1, 4;");
  ASSERT_EQ(found.size(), 9u);
  EXPECT_EQ(found[1].text, ".wide");
  EXPECT_EQ(found[7].text, "4");
  EXPECT_EQ(found[8].text, ";");
}

TEST(lexer, positions_count_from_one) {
  const std::vector<token> found = words("a\n  bb /* x\n y */ c\r\n\td");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[1].at.line, 2);
  EXPECT_EQ(found[1].at.column, 3);
  EXPECT_EQ(found[2].at.line, 3);
  EXPECT_EQ(found[2].at.column, 7);
  EXPECT_EQ(found[3].at.line, 4);
  EXPECT_EQ(found[3].at.column, 2);
}

TEST(lexer, comments_and_leftovers_are_blanks) {
  EXPECT_TRUE(words("// all\n/* of\n it */ \t\r\n# 1 \"kernel.cu\" 2\n@@DWARF .byte 0x12\n").empty());
  EXPECT_TRUE(words(std::string_view("\0", 1)).empty());
}

TEST(lexer, strings_lose_their_quotes) {
  const std::vector<token> found = words("\"noun\\\"roll\" ;");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "noun\\\"roll");
}

TEST(lexer, says_what_it_cannot_read) {
  EXPECT_THROW(words("add /* no end"), error);
  EXPECT_THROW(words("\"no end"), error);
  EXPECT_THROW(words("\"no end\\"), error);
  try {
    words("a\n \x7f");
    FAIL();
  } catch (const error& problem) {
    EXPECT_STREQ(problem.what(), "t.ptx:2:2: found the character 0x7f, expected PTX");
  }
}

}  // namespace
}  // namespace warpfold::simt::ptx
