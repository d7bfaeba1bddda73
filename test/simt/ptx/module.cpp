#include "test/simt/ptx/parsed.hpp"

namespace warpfold::simt::ptx::test {
namespace {

TEST(module, header) {
  const module m = parse("// comment\n.version 8.7\n.target sm_100a, debug\n.address_size 64\n", "t");
  EXPECT_EQ(m.version_major, 8);
  EXPECT_EQ(m.version_minor, 7);
  EXPECT_EQ(m.target, "sm_100a");
  EXPECT_EQ(m.address_size, 64);
}

TEST(module, kernels_and_their_parameters) {
  const module m = parsed(
      ".visible .entry a(.param .u64 .ptr .global .align 16 p, .param .u64 .ptr .align 1 q, .param .align 8 .b8 s[24], "
      ".param .f32 x) { ret; }\n"
      ".weak .entry b { ret; }");
  const function& a = m.functions.at(0);
  EXPECT_TRUE(a.entry);
  ASSERT_EQ(a.parameters.size(), 4u);
  EXPECT_EQ(a.parameters[0].space, space::param);
  EXPECT_EQ(a.parameters[0].points_to, space::global);
  EXPECT_EQ(a.parameters[0].points_to_alignment, 16);
  EXPECT_EQ(a.parameters[0].alignment, 8);
  EXPECT_EQ(a.parameters[1].points_to, space::generic);
  EXPECT_EQ(a.parameters[1].points_to_alignment, 1);
  EXPECT_EQ(a.parameters[2].size, 24u);
  EXPECT_EQ(a.parameters[2].alignment, 8);
  EXPECT_FALSE(a.parameters[3].points_to);
  EXPECT_TRUE(m.functions.at(1).parameters.empty());
}

TEST(module, functions_and_declarations) {
  const module m = parsed(
      ".func (.param .b32 r) f(.param .b32 a);\n.extern .func g(.param .b64 a) .noreturn;\n"
      ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %r<2>; ld.param.b32 %r1, [a]; st.param.b32 [r], %r1; ret; }\n"
      ".func (.param .b32 r) f(.param .b32 a);\n"
      ".func .attribute(.unified(1, 2)) h() { ret; }\n");
  ASSERT_EQ(m.functions.size(), 3u);
  EXPECT_FALSE(m.find_function("f")->external);
  EXPECT_EQ(m.find_function("f")->results.size(), 1u);
  EXPECT_TRUE(m.find_function("g")->external);
  EXPECT_TRUE(m.find_function("g")->noreturn);
  EXPECT_NE(m.find_function("h"), nullptr);
  EXPECT_EQ(m.find_function("x"), nullptr);
}

TEST(module, register_parameters) {
  const function f = parsed(".func (.reg .b32 r) f(.reg .b32 a, .reg .b64 b) { mov.b32 r, a; ret; }").functions.at(0);
  EXPECT_EQ(f.results[0].space, space::reg);
  EXPECT_EQ(f.registers[1].name, "a");
  EXPECT_EQ(part<register_operand>(f.instructions[0].operands[1]).index, 1);
}

TEST(module, tuning_directives) {
  const function f =
      parsed(
          ".entry k() .reqntid 256, 2 .maxntid 512 .minnctapersm 3 .maxnreg 64 .pragma \"nounroll\"; "
          ".explicitcluster .reqnctapercluster 2, 1, 1 .maxclusterrank 8 .blocksareclusters .abi_preserve 4 { ret; }")
          .functions.at(0);
  EXPECT_EQ(f.required_threads, (std::array<int, 3>{256, 2, 1}));
  EXPECT_EQ(f.maximum_threads, (std::array<int, 3>{512, 1, 1}));
  EXPECT_EQ(f.minimum_blocks_per_sm, 3);
  EXPECT_EQ(f.maximum_registers, 64);
  EXPECT_EQ(f.pragmas, std::vector<std::string>{"nounroll"});
  EXPECT_TRUE(f.explicit_cluster);
  EXPECT_EQ(f.required_cluster, (std::array<int, 3>{2, 1, 1}));
  EXPECT_EQ(f.maximum_cluster_rank, 8);
  EXPECT_EQ(parsed_body("ret;").maximum_threads, (std::array<int, 3>{0, 0, 0}));
}

TEST(module, debug_sections_are_skipped) {
  const module m = parsed(
      ".section .debug_str\n{\n$L__info:\n.b8 95, 90\n.b32 .debug_abbrev\n.b64 $L__a-$L__b\n{ }\n}\n.section "
      ".debug_loc { }\n.entry k() { ret; }");
  EXPECT_EQ(m.functions.size(), 1u);
}

TEST(module, aliases) {
  const module m = parsed(".func f() { ret; }\n.func g();\n.alias g, f;\n");
  EXPECT_EQ(m.find_function("g"), m.find_function("f"));
}

TEST(module, pragmas_are_no_instructions) {
  EXPECT_EQ(parsed_body(".pragma \"nounroll\"; ret; .pragma \"a\", \"b\";").instructions.size(), 1u);
  EXPECT_NO_THROW(parsed(".pragma \"x\";"));
}

TEST(module, mistakes_are_located) {
  EXPECT_EQ(message_of(".entry k() {\n  add.s32 ]\n}"), "t.ptx:5:11: found ']', expected an operand");
  EXPECT_EQ(message_of(".entry k() {\n  ret\n}"), "t.ptx:6:1: found '}', expected an operand");
  EXPECT_EQ(message_of(".entry k() {\n  bra X;\n}"), "t.ptx:5:7: found 'X', expected a declared name");
  EXPECT_EQ(message_of(".entry k() {"), "t.ptx:4:13: found the end of the text, expected an instruction");
  EXPECT_EQ(message_of(".shared .b8 x[1<<21];"),
            "t.ptx:4:13: found an array of more than 1048576 bytes, expected at most so many in .shared");
  for (const char* text : {".entry k() { ret; }\n.entry k() { ret; }",
                           ".global .u32 f;\n.func f() { ret; }",
                           ".func f();\n.global .u32 f;",
                           ".entry",
                           ".entry k(",
                           ".entry k(.u32 a) { }",
                           ".entry k() .maxntid 1,2,3,4 { }",
                           ".entry k() .maxntid -1 { }",
                           ".section .x {",
                           ".section .x",
                           ".pragma",
                           ".alias a, b;",
                           "k",
                           ".unknown",
                           ".visible",
                           ".address_size 16",
                           ".file 1 kernel.cu",
                           ".file -1 \"x\"",
                           ".entry k() { .loc 1 2 }",
                           ".entry k() { .loc 1 2 3, x }"}) {
    EXPECT_NE(message_of(text), "") << text;
  }
}

TEST(module, what_is_not_ptx_is_rejected) {
  for (const char* text : {"",
                           "\x7f"
                           "ELF",
                           ".target sm_90", ".version 9.0", ".version 9", ".version 9.0.0\n.target sm_90",
                           ".version 1234.5\n.target sm_90", "int main() {}"}) {
    EXPECT_THROW(parse(text, "t"), error) << text;
  }
}

}  // namespace
}  // namespace warpfold::simt::ptx::test
