#include "test/simt/ptx/parsed.hpp"

namespace warpfold::simt::ptx::test {
namespace {

int register_of(const instruction& i, std::size_t operand) {
  return part<register_operand>(i.operands.at(operand)).index;
}

TEST(function_scopes, only_registers_that_are_used_get_an_index) {
  const function f =
      parsed_body(".reg .b32 %r<2000000000>; .reg .f32 %f<5>; mov.b32 %r1999999999, %r7; mov.f32 %f4, %f4;");
  ASSERT_EQ(f.registers.size(), 3u);
  EXPECT_EQ(f.registers[0].name, "%r1999999999");
  EXPECT_EQ(f.registers[1].name, "%r7");
  EXPECT_EQ(f.registers[2].kind, type::f32);
}

TEST(function_scopes, ranges_end) {
  EXPECT_THROW(parsed_body(".reg .b32 %r<4>; mov.b32 %r0, %r4;"), error);
  EXPECT_THROW(parsed_body(".reg .b32 %r<4>; mov.b32 %r0, %r03;"), error);
  EXPECT_THROW(parsed_body(".reg .b32 %r<4>; mov.b32 %r0, %r;"), error);
  EXPECT_EQ(parsed_body(".reg .b32 a1b<4>; mov.b32 a1b0, a1b3;").registers.size(), 2u);
  EXPECT_EQ(parsed_body(".reg .b32 %r<4>, %r1<40>; mov.b32 %r139, %r3;").registers[0].name, "%r139");
}

TEST(function_scopes, an_inner_register_hides_the_outer_one) {
  const function f = parsed_body(
      ".reg .b32 r; mov.b32 r, 1; { .reg .b64 r; mov.b64 r, 2; { mov.b64 r, 3; } } mov.b32 r, 4; { .reg .pred r, lo; "
      "}");
  EXPECT_EQ(register_of(f.instructions[0], 0), 0);
  EXPECT_EQ(register_of(f.instructions[1], 0), 1);
  EXPECT_EQ(register_of(f.instructions[2], 0), 1);
  EXPECT_EQ(register_of(f.instructions[3], 0), 0);
  EXPECT_EQ(f.registers[1].kind, type::b64);
}

TEST(function_scopes, variables_of_two_scopes_get_names_of_their_own) {
  const function f = parsed_body(
      "{ .param .b64 param0; st.param.b64 [param0], 1; } { .param .b32 param0; st.param.b32 [param0+4], 2; }");
  ASSERT_EQ(f.variables.size(), 2u);
  EXPECT_NE(f.variables[0].name, f.variables[1].name);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(part<symbol_operand>(f.instructions[i].operands[0]).name, f.variables[i].name);
  }
  EXPECT_EQ(f.instructions[1].operands[0].offset, 4);
}

TEST(function_scopes, a_local_variable_hides_the_module_s) {
  const module m = parsed(
      ".global .u32 x;\n.entry k() { .shared .u32 x; .reg .b64 a; mov.u64 a, x; }\n.entry j() { .reg .b64 a; mov.u64 "
      "a, x; }");
  const function& k = m.functions[0];
  EXPECT_NE(k.variables[0].name, "x");
  EXPECT_EQ(part<symbol_operand>(k.instructions[0].operands[1]).name, k.variables[0].name);
  EXPECT_EQ(part<symbol_operand>(m.functions[1].instructions[0].operands[1]).name, "x");
}

TEST(function_scopes, labels_belong_to_their_scope) {
  const function f = parsed_body(
      "{ bra DONE; LOOP: bra LOOP; DONE: }\n{ LOOP: bra LOOP; bra DONE; DONE: }\nbra END; { bra END; } END: ret;");
  const auto target = [&](std::size_t i) {
    const label_operand& at = part<label_operand>(f.instructions.at(i).operands.at(0));
    EXPECT_EQ(f.labels.at(static_cast<std::size_t>(at.block)).name, at.name);
    return f.labels.at(static_cast<std::size_t>(at.block)).instruction;
  };
  EXPECT_EQ(target(0), 2);
  EXPECT_EQ(target(1), 1);
  EXPECT_EQ(target(2), 2);
  EXPECT_EQ(target(3), 4);
  EXPECT_EQ(target(4), 6);
  EXPECT_EQ(target(5), 6);
}

TEST(function_scopes, a_label_may_end_the_body) {
  const function f = parsed_body("bra END; END:");
  EXPECT_EQ(f.labels[0].instruction, 1);
}

TEST(function_scopes, target_tables) {
  const function f = parsed_body(
      ".reg .b32 i; brx.idx i, table; table: .branchtargets A, B, A;\nA: ret; B: ret; { A: ret; other: .branchtargets "
      "A, B; }");
  ASSERT_EQ(f.tables.size(), 2u);
  EXPECT_EQ(part<label_operand>(f.instructions[0].operands[1]).name, "table");
  EXPECT_EQ(f.tables[0].targets, (std::vector<std::string>{"A", "B", "A"}));
  EXPECT_NE(f.tables[1].targets[0], "A");
  EXPECT_EQ(f.tables[1].targets[1], "B");
  const module m = parsed(".func f { ret; }\n.entry k() { table: .calltargets f; }");
  EXPECT_EQ(m.functions[1].tables[0].targets, std::vector<std::string>{"f"});
}

TEST(function_scopes, mistakes_are_named) {
  for (const char* body :
       {".reg .b32 a, a;", ".reg .b32 a; .reg .b64 a;", ".reg .b32 %r<2>, %r<3>;", "A: A: ret;", "bra NOWHERE;",
        "mov.b32 %r1, 1;", "{ .reg .b32 a; } mov.b32 a, 1;", "{ X: } bra X;", "@p ret;", "@out ret;",
        ".reg .v2 .b32 v; mov.b32 v.z, 1;", ".reg .b32 %r<-1>;", ".reg .b32 %r<1.5>;", "{ ret;", "}"}) {
    EXPECT_THROW(parsed_body(body), error) << body;
  }
}

TEST(function_scopes, nesting_is_bounded) {
  EXPECT_NO_THROW(parsed_body(std::string(100, '{') + "ret;" + std::string(100, '}')));
  EXPECT_THROW(parsed_body(std::string(1000000, '{')), error);
}

}  // namespace
}  // namespace warpfold::simt::ptx::test
