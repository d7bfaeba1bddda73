#include "test/simt/ptx/parsed.hpp"

namespace warpfold::simt::ptx::test {
namespace {

variable declared(const std::string& text) {
  return parsed(text).variables.at(0);
}
std::vector<std::uint8_t> bytes(std::initializer_list<int> values) {
  return {values.begin(), values.end()};
}

TEST(declaration, space_type_size_and_alignment) {
  const variable v = declared(".visible .global .align 8 .b8 table[2][3];");
  EXPECT_EQ(v.name, "table");
  EXPECT_EQ(v.space, space::global);
  EXPECT_EQ(v.kind, type::b8);
  EXPECT_EQ(v.alignment, 8);
  EXPECT_EQ(v.size, 6u);
  EXPECT_TRUE(v.visible);
  EXPECT_FALSE(v.external);
  EXPECT_TRUE(v.initial.empty());
  EXPECT_EQ(declared(".const .f64 x;").alignment, 8);
  EXPECT_EQ(declared(".const .f64 x;").space, space::constant);
  EXPECT_EQ(declared(".const[2] .f64 x;").size, 8u);
  EXPECT_EQ(declared(".global .v4 .f32 x[3];").size, 48u);
  EXPECT_EQ(declared(".global .v4 .f32 x[3];").alignment, 16);
  EXPECT_EQ(declared(".global .texref t;").size, 8u);
}

TEST(declaration, several_names) {
  const module m = parsed(".global .u32 a, b[2], c = 3;");
  ASSERT_EQ(m.variables.size(), 3u);
  EXPECT_EQ(m.variables[1].size, 8u);
  EXPECT_EQ(m.variables[2].initial, bytes({3, 0, 0, 0}));
}

TEST(declaration, dynamic_shared_memory) {
  const variable v = declared(".extern .shared .align 16 .b8 buffer[];");
  EXPECT_EQ(v.size, 0u);
  EXPECT_TRUE(v.external);
  EXPECT_EQ(v.alignment, 16);
}

TEST(declaration, attributes) {
  EXPECT_TRUE(declared(".global .attribute(.managed) .align 4 .u32 x = 5;").managed);
  EXPECT_FALSE(declared(".global .attribute(.unified(12, 0x34)) .u32 x;").managed);
  EXPECT_TRUE(declared(".global .attribute(.unified(12, 34), .managed) .u32 x;").managed);
}

TEST(declaration, integers_of_every_width) {
  EXPECT_EQ(declared(".global .u8 x[4] = {1, -1, 0x7f};").initial, bytes({1, 255, 127}));
  EXPECT_EQ(declared(".global .s16 x[2] = {-2, 1};").initial, bytes({254, 255, 1, 0}));
  EXPECT_EQ(declared(".global .b64 x = 0x0102030405060708;").initial, bytes({8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(declared(".global .u32 x = 2 * (3 + 4);").initial, bytes({14, 0, 0, 0}));
}

TEST(declaration, floating_point_numbers) {
  EXPECT_EQ(declared(".global .f32 x = 1.0;").initial, bytes({0, 0, 0x80, 0x3f}));
  EXPECT_EQ(declared(".global .f32 x = 1;").initial, bytes({0, 0, 0x80, 0x3f}));
  EXPECT_EQ(declared(".global .f32 x = 0f7fc00001;").initial, bytes({1, 0, 0xc0, 0x7f}));
  EXPECT_EQ(declared(".global .b32 x = 0f3F800000;").initial, bytes({0, 0, 0x80, 0x3f}));
  EXPECT_EQ(declared(".global .f64 x = 0f3F800000;").initial, bytes({0, 0, 0, 0, 0, 0, 0xf0, 0x3f}));
  EXPECT_EQ(declared(".global .f64 x = -0d3FF0000000000000;").initial, bytes({0, 0, 0, 0, 0, 0, 0xf0, 0xbf}));
}

TEST(declaration, braces_nest_as_dimensions_do) {
  EXPECT_EQ(declared(".global .u8 x[2][3] = {{1, 2}, {3}};").initial, bytes({1, 2, 0, 3}));
  EXPECT_EQ(declared(".global .u8 x[2][3] = {1, 2, 3, 4};").initial, bytes({1, 2, 3, 4}));
  EXPECT_EQ(declared(".global .u8 x[2][2][2] = {{{1}, {2}}, {{3, 4}, 5}};").initial, bytes({1, 0, 2, 0, 3, 4, 5}));
  EXPECT_EQ(declared(".global .v2 .u8 x[2] = {{1, 2}, {3, 4}};").initial, bytes({1, 2, 3, 4}));
  EXPECT_EQ(declared(".global .u8 x[3] = {1, 2, 3,};").initial, bytes({1, 2, 3}));
  EXPECT_EQ(declared(".global .u8 x[3] = {};").size, 3u);
}

TEST(declaration, an_unknown_first_dimension_fits_the_values) {
  EXPECT_EQ(declared(".global .u16 x[] = {1, 2, 3};").size, 6u);
  EXPECT_EQ(declared(".global .u8 x[][4] = {{1}, {2}};").size, 8u);
  EXPECT_EQ(declared(".global .u8 x[][4] = {1, 2, 3, 4, 5};").size, 8u);
}

TEST(declaration, addresses_are_initial_values) {
  const module m = parsed(
      ".func f;\n.global .u32 v[4];\n"
      ".global .u64 p[5] = {f, generic(v), generic(v) + 8, v - 4, generic(v + 12)};");
  const std::vector<initializer_symbol>& symbols = m.variables.at(1).initial_symbols;
  ASSERT_EQ(symbols.size(), 5u);
  EXPECT_EQ(symbols[0].symbol, "f");
  EXPECT_EQ(symbols[0].size, 8);
  EXPECT_FALSE(symbols[0].generic);
  EXPECT_EQ(symbols[1].offset, 8u);
  EXPECT_TRUE(symbols[1].generic);
  EXPECT_EQ(symbols[2].addend, 8);
  EXPECT_EQ(symbols[3].addend, -4);
  EXPECT_EQ(symbols[4].addend, 12);
}

TEST(declaration, masks_take_bytes_of_an_address) {
  const module m =
      parsed(".global .u32 v;\n.global .u8 p[3] = {0xff(v), 0xFF00(generic(v)), 0xff00000000000000(v+1)};");
  const std::vector<initializer_symbol>& symbols = m.variables.at(1).initial_symbols;
  ASSERT_EQ(symbols.size(), 3u);
  EXPECT_EQ(symbols[0].first_byte, 0);
  EXPECT_EQ(symbols[1].first_byte, 1);
  EXPECT_TRUE(symbols[1].generic);
  EXPECT_EQ(symbols[2].first_byte, 7);
  EXPECT_EQ(symbols[2].addend, 1);
  for (const initializer_symbol& symbol : symbols) EXPECT_EQ(symbol.size, 1);
}

TEST(declaration, an_external_declaration_gives_way_to_the_definition) {
  const module m = parsed(".extern .global .u32 v[];\n.global .u32 v[4];\n.extern .global .u32 v[];");
  ASSERT_EQ(m.variables.size(), 1u);
  EXPECT_EQ(m.variables[0].size, 16u);
}

TEST(declaration, gigantic_arrays_are_rejected) {
  for (const char* text : {".global .b8 x[1<<60];", ".global .b8 x[1<<20][1<<20][1<<20];",
                           ".global .b64 x[0xffffffffffffffff];", ".shared .b8 x[1<<30];", ".const .b8 x[1<<20];",
                           ".global .b8 x[-1];", ".global .b8 x[1][0];", ".global .b8 x[1<<40] = {{1}};",
                           ".global .b8 x[16][1<<30] = {{1}, {1}, {1}};", ".global .b8 x[][1<<39] = {{1}, {1}};"}) {
    EXPECT_THROW(parsed(text), error) << text;
  }
  EXPECT_EQ(declared(".global .b8 x[1<<40] = {1};").initial.size(), 1u);
}

TEST(declaration, mistakes_are_named) {
  for (const char* text : {".global x;",
                           ".global .u32;",
                           ".global .u32 x",
                           ".global .u32 x = ;",
                           ".global .u32 x = {1};",
                           ".global .u8 x[2] = 1;",
                           ".global .u8 x[2] = {1, 2, 3};",
                           ".global .u8 x[2] = {{1}};",
                           ".global .u8 x[2] = {1 2};",
                           ".global .u32 x = y;",
                           ".global .u32 x = 1.5;",
                           ".global .f16 x = 1.0;",
                           ".global .u8 x = 0xff1(x);",
                           ".global .u8 x = 0xffff(x);",
                           ".global .u8 x = 0(x);",
                           ".global .align 3 .u8 x;",
                           ".global .align 0 .u8 x;",
                           ".global .u32 .u32 x;",
                           ".global .u32 x; .global .u32 x;",
                           ".global .attribute(.managed .u32 x;",
                           ".shared .u32 x = 1;",
                           ".local .u32 x = 1;",
                           ".extern .global .u32 x = 1;",
                           ".global .v3 .u32 x;"}) {
    EXPECT_THROW(parsed(text), error) << text;
  }
}

}  // namespace
}  // namespace warpfold::simt::ptx::test
