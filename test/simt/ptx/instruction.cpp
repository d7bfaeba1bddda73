#include "test/simt/ptx/parsed.hpp"

namespace warpfold::simt::ptx::test {
namespace {

TEST(instruction, opcode_and_modifiers) {
  const instruction i =
      parsed_instruction("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];");
  EXPECT_EQ(i.mnemonic, "cp");
  EXPECT_EQ(i.modifiers.size(), 5u);
  EXPECT_EQ(i.modifiers[2], "shared::cta");
  EXPECT_EQ(i.opcode(), "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes");
  EXPECT_EQ(i.operands.size(), 4u);
}

TEST(instruction, guards) {
  const function f = parsed_body(".reg .pred p; .reg .b32 r; @p mov.b32 r, 1; @!p ret;");
  ASSERT_TRUE(f.instructions[0].guard.has_value());
  EXPECT_EQ(f.instructions[0].guard->register_index, 0);
  EXPECT_FALSE(f.instructions[0].guard->negated);
  EXPECT_TRUE(f.instructions[1].guard->negated);
}

TEST(instruction, scalars) {
  const instruction i = parsed_instruction("mad.lo.s32 %r1, %r2, -3, 0x10U;");
  ASSERT_EQ(i.operands.size(), 4u);
  EXPECT_EQ(part<register_operand>(i.operands[1]).index, 1);
  EXPECT_EQ(part<integer_immediate>(i.operands[2]).bits, ~std::uint64_t{2});
  EXPECT_TRUE(part<integer_immediate>(i.operands[2]).negative);
  EXPECT_EQ(part<integer_immediate>(i.operands[3]).bits, 16u);
  const instruction j = parsed_instruction("fma.rn.f32 %f1, 0f3F800000, 1.5, %f2;");
  EXPECT_EQ(part<float_immediate>(j.operands[1]).bits, 0x3f800000u);
  EXPECT_EQ(part<float_immediate>(j.operands[2]).value, 1.5);
}

TEST(instruction, special_registers) {
  EXPECT_EQ(part<special_register>(parsed_instruction("mov.u32 %r1, %tid.x;").operands[1]).name, "%tid.x");
  for (const char* name : {"%laneid", "%clock64", "%cluster_ctarank", "%envreg2", "%reserved_smem_offset_1", "%pm7",
                           "%cluster_nctaid.z", "%lanemask_ge", "%globaltimer_hi"}) {
    const instruction i = parsed_instruction("mov.u32 %r1, " + std::string(name) + ";");
    EXPECT_EQ(part<special_register>(i.operands[1]).name, name);
  }
  EXPECT_EQ(part<integer_immediate>(parsed_instruction("mov.u32 %r1, WARP_SZ;").operands[1]).bits, 32u);
}

TEST(instruction, addresses) {
  const auto address = [](const std::string& text) {
    const instruction i = parsed_instruction("ld.global.u32 %r1, " + text + ";");
    EXPECT_EQ(i.operands.at(1).shape, operand::form::address);
    return i.operands.at(1);
  };
  EXPECT_EQ(part<register_operand>(address("[%rd1]")).index, 1);
  EXPECT_EQ(address("[%rd1]").offset, 0);
  EXPECT_EQ(address("[%rd1+4]").offset, 4);
  EXPECT_EQ(address("[%rd1+-4]").offset, -4);
  EXPECT_EQ(address("[%rd1-4]").offset, -4);
  EXPECT_EQ(address("[%rd1+4*2]").offset, 8) << "a sum of products";
  EXPECT_EQ(part<integer_immediate>(address("[64]")).bits, 64u);
  EXPECT_EQ(part<symbol_operand>(address("[out+8]")).name, "out");
  EXPECT_EQ(address("[out+8]").offset, 8);
  EXPECT_EQ(part<symbol_operand>(address("[out+8]")).offset, 0);
}

TEST(instruction, an_address_may_have_coordinates) {
  const instruction i = parsed_instruction("tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [out, {%r1, %r2}];");
  EXPECT_EQ(i.modifiers[0], "2d");
  EXPECT_EQ(i.operands[0].shape, operand::form::vector);
  ASSERT_EQ(i.operands[1].parts.size(), 3u);
  EXPECT_EQ(part<symbol_operand>(i.operands[1]).name, "out");
}

TEST(instruction, vectors_pairs_and_sinks) {
  const instruction load = parsed_instruction("ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1];");
  ASSERT_EQ(load.operands[0].parts.size(), 4u);
  EXPECT_EQ(load.operands[0].shape, operand::form::vector);
  EXPECT_TRUE(std::holds_alternative<sink_operand>(load.operands[0].parts[2]));
  const instruction shuffle = parsed_instruction("shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1;");
  EXPECT_EQ(shuffle.operands[0].shape, operand::form::pair);
  EXPECT_EQ(part<register_operand>(shuffle.operands[0], 1).index, 1);
  EXPECT_EQ(parsed_instruction("elect.sync _|%p1, -1;").operands[0].shape, operand::form::pair);
  const instruction atomic = parsed_instruction("mbarrier.arrive.shared.b64 _, [%r1], 2;");
  EXPECT_EQ(atomic.operands[0].shape, operand::form::scalar);
  const instruction store = parsed_instruction("st.global.v2.u32 [%rd1], {%r1, 7};");
  EXPECT_EQ(part<integer_immediate>(store.operands[1], 1).bits, 7u);
}

TEST(instruction, negated_predicates) {
  const instruction i = parsed_instruction("vote.sync.any.pred %p1, !%p2, -1;");
  EXPECT_FALSE(i.operands[0].negated);
  EXPECT_TRUE(i.operands[1].negated);
  EXPECT_EQ(part<integer_immediate>(parsed_instruction("mov.u32 %r1, !0;").operands[1]).bits, 1u);
}

TEST(instruction, both_spellings_of_vote) {
  EXPECT_EQ(parsed_instruction("vote.ballot.sync.b32 %r1, %p1, -1;").opcode(), "vote.ballot.sync.b32");
  EXPECT_EQ(parsed_instruction("vote.sync.ballot.b32 %r1, %p1, -1;").opcode(), "vote.sync.ballot.b32");
}

TEST(instruction, symbols_with_offsets_and_indices) {
  const module m = parsed(
      ".global .u32 table[8];\n.entry k() { .reg .b64 a; mov.u64 a, table; mov.u64 a, table+4; mov.u64 a, table[3]; }");
  const std::vector<instruction>& code = m.functions.at(0).instructions;
  EXPECT_EQ(part<symbol_operand>(code[0].operands[1]).offset, 0);
  EXPECT_EQ(part<symbol_operand>(code[1].operands[1]).offset, 4);
  EXPECT_EQ(part<symbol_operand>(code[2].operands[1]).offset, 12);
}

TEST(instruction, selectors_of_bytes_and_halves) {
  const instruction i = parsed_instruction("vadd.s32.s32.s32 %r1.h1, %r2.b3, %r3.h0, %r4;");
  EXPECT_EQ(i.operands[0].lane_select, 5);
  EXPECT_EQ(i.operands[1].lane_select, 3);
  EXPECT_EQ(i.operands[2].lane_select, 4);
  EXPECT_EQ(i.operands[3].lane_select, -1);
}

TEST(instruction, vector_registers_are_their_elements) {
  const function f =
      parsed_body(".reg .v4 .f32 v; .reg .f32 x; mov.f32 x, v.z; ld.global.v4.f32 v, [out]; mov.f32 v.r, x;");
  EXPECT_EQ(f.registers.size(), 5u);
  EXPECT_EQ(f.registers[2].name, "v.z");
  EXPECT_EQ(part<register_operand>(f.instructions[0].operands[1]).index, 2);
  EXPECT_EQ(f.instructions[1].operands[0].shape, operand::form::vector);
  EXPECT_EQ(f.instructions[1].operands[0].parts.size(), 4u);
  EXPECT_EQ(part<register_operand>(f.instructions[2].operands[0]).index, 0);
}

TEST(instruction, calls) {
  const module m = parsed(
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n.func g;\n"
      ".entry k() { .reg .b64 %rd<3>; .param .b32 ret; .param .b64 x;\n"
      "proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[16]) .noreturn;\n"
      "call.uni (ret), vprintf, (x, x); call g; call (ret), %rd1, (x, 4), proto; }");
  const function& k = *m.find_function("k");
  const std::vector<operand>& direct = k.instructions[0].operands;
  ASSERT_EQ(direct.size(), 3u);
  EXPECT_EQ(direct[0].shape, operand::form::list);
  EXPECT_EQ(part<symbol_operand>(direct[0]).name, "ret");
  EXPECT_EQ(part<symbol_operand>(direct[1]).name, "vprintf");
  EXPECT_EQ(direct[2].parts.size(), 2u);
  const std::vector<operand>& indirect = k.instructions[2].operands;
  ASSERT_EQ(indirect.size(), 4u);
  EXPECT_EQ(part<label_operand>(indirect[3]).name, "proto");
  EXPECT_EQ(part<label_operand>(indirect[3]).block, -1);
  ASSERT_EQ(k.prototypes.size(), 1u);
  EXPECT_EQ(k.prototypes[0].results.size(), 1u);
  EXPECT_EQ(k.prototypes[0].parameters[1].size, 16u);
  EXPECT_TRUE(k.prototypes[0].noreturn);
}

TEST(instruction, source_lines) {
  const module m = parsed(
      ".entry k() { ret;\n.loc 1 10 3\nret;\n.loc 2 20 5, function_name $L__info_string0, inlined_at 1 11 7\nret; "
      "ret;\n"
      ".loc 1 12 0, function_name .debug_str+16, inlined_at 1 11 7\nret; }\n"
      ".entry j() { ret; }\n.file 1 \"kernel.cu\"\n.file 2 \"inline.cuh\", 1700000000, 1234\n");
  const std::vector<instruction>& code = m.functions[0].instructions;
  EXPECT_EQ(code[0].source.file, -1);
  EXPECT_EQ(m.files.at(static_cast<std::size_t>(code[1].source.file)), "kernel.cu");
  EXPECT_EQ(code[1].source.line, 10);
  EXPECT_EQ(code[1].source.column, 3);
  EXPECT_EQ(m.files.at(static_cast<std::size_t>(code[2].source.file)), "inline.cuh");
  EXPECT_EQ(code[3].source.line, 20);
  EXPECT_EQ(code[4].source.line, 12);
  EXPECT_EQ(m.functions[1].instructions[0].source.file, -1);
}

TEST(instruction, positions) {
  const function f = parsed_body("  ret;\n\texit;");
  EXPECT_EQ(f.instructions[0].at.line, 6);
  EXPECT_EQ(f.instructions[0].at.column, 3);
  EXPECT_EQ(f.instructions[1].at.line, 7);
}

}  // namespace
}  // namespace warpfold::simt::ptx::test
