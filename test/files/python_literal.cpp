#include "warpfold/files/python_literal.hpp"

#include "test/files/contents.hpp"

namespace warpfold::test {
namespace {

using files::python_literal;
using testing::HasSubstr;

dimensions tuple(std::string_view text) {
  python_literal literal(text);
  const dimensions values = literal.tuple();
  literal.expect_end();
  return values;
}

TEST(python_literal, tuples) {
  EXPECT_EQ(tuple("()"), dimensions{});
  EXPECT_EQ(tuple(" ( ) \n"), dimensions{});
  EXPECT_EQ(tuple("(3,)"), dimensions{3});
  EXPECT_EQ(tuple("(3L,)"), dimensions{3});
  EXPECT_EQ(tuple("(3L, 4L)"), (dimensions{3, 4}));
  EXPECT_EQ(tuple("(3,4,)"), (dimensions{3, 4}));
  EXPECT_EQ(tuple("( 3 ,\n4 )"), (dimensions{3, 4}));
  EXPECT_EQ(tuple("(-3, 0)"), (dimensions{-3, 0}));
  EXPECT_EQ(tuple("(9223372036854775807,)"), dimensions{9223372036854775807});
}

TEST(python_literal, what_is_no_tuple_of_integers) {
  for (const char* text :
       {"",         "3",     "(",      "(3",     "(3)",     "(3,",     "(,)",   "(3,,4)",
        "(3 4)",    "[3]",   "(3.0,)", "(0x3,)", "(03,)",   "(-03,)",  "(+3,)", "(--3,)",
        "(1_000,)", "(3l,)", "(3LL,)", "('3',)", "((3,),)", "(True,)", "(3,))", "(9223372036854775808,)",
        "(3,4"}) {
    error_of([&] { tuple(text); });
  }
}

TEST(python_literal, strings) {
  EXPECT_EQ(python_literal("'<f8'").string(), "<f8");
  EXPECT_EQ(python_literal(" \"<f8\" ").string(), "<f8");
  EXPECT_EQ(python_literal("''").string(), "");
  EXPECT_EQ(python_literal("\"it's\"").string(), "it's");
  for (const char* text : {"", "<f8", "'<f8", "'<f8\"", "'a\\'b'", "u'<f8'", "'a\nb'"}) {
    error_of([&] { python_literal(text).string(); });
  }
}

TEST(python_literal, booleans) {
  EXPECT_TRUE(python_literal(" True").boolean());
  EXPECT_FALSE(python_literal("False").boolean());
  for (const char* text : {"", "true", "1", "T", "'True'"}) error_of([&] { python_literal(text).boolean(); });
}

TEST(python_literal, errors_say_what_was_found) {
  EXPECT_THAT(error_of([] { tuple("(x,)"); }), HasSubstr("header has 'x,)', expected an integer"));
  EXPECT_THAT(error_of([] { tuple("(3,"); }), HasSubstr("header has the end, expected an integer"));
  EXPECT_THAT(error_of([] { tuple("\x01"); }), HasSubstr("\\x01"));
}

}  // namespace
}  // namespace warpfold::test
