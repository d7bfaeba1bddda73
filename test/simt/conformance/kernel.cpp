#include "test/simt/conformance/kernel.hpp"

namespace warpfold::simt::conformance {
namespace {

std::string load(kind k, std::size_t n) {
  const std::string name = "i" + std::to_string(n);
  const std::string read = "ld.global.u64 %word, [%in+" + std::to_string(8 * n) + "];\n";
  switch (bytes_of(k)) {
    case 1:
      return read +
             (k == kind::predicate ? "setp.ne.u64 " + name + ", %word, 0;\n" : "cvt.u16.u64 " + name + ", %word;\n");
    case 2:
      return read + "cvt.u16.u64 " + name + ", %word;\n";
    case 4:
      return read + "cvt.u32.u64 " + name + ", %word;\n";
    default:
      return read + "mov.b64 " + name + ", %word;\n";
  }
}

std::string store(kind k, std::size_t n) {
  const std::string name = "o" + std::to_string(n);
  const std::string write = "st.global.u64 [%out+" + std::to_string(8 * n) + "], %word;\n";
  switch (bytes_of(k)) {
    case 1:
      return (k == kind::predicate ? "selp.u64 %word, 1, 0, " + name + ";\n" : "cvt.u64.u16 %word, " + name + ";\n") +
             write;
    case 2:
      return "cvt.u64.u16 %word, " + name + ";\n" + write;
    case 4:
      return "cvt.u64.u32 %word, " + name + ";\n" + write;
    default:
      return "mov.b64 %word, " + name + ";\n" + write;
  }
}

}  // namespace

std::string declarations(const trial& of) {
  std::string text;
  for (std::size_t n = 0; n < of.inputs.size(); ++n) {
    text += std::string(".reg ") + register_type(of.inputs[n]) + " i" + std::to_string(n) + ";\n";
  }
  for (std::size_t n = 0; n < of.outputs.size(); ++n) {
    text += std::string(".reg ") + register_type(of.outputs[n]) + " o" + std::to_string(n) + ";\n";
  }
  return text;
}

std::string kernel_text(const trial& of, const std::string& version, const std::string& target) {
  std::string text = ".version " + version + "\n.target " + target + "\n.address_size 64\n";
  text +=
      ".visible .entry trial(.param .u64 operands, .param .u64 results, .param .u32 runs)\n{\n"
      ".reg .pred %past;\n.reg .b32 %thread, %base, %size, %runs;\n.reg .b64 %in, %out, %word;\n";
  text += declarations(of);
  text +=
      "mov.u32 %thread, %tid.x;\nmov.u32 %base, %ctaid.x;\nmov.u32 %size, %ntid.x;\n"
      "mad.lo.u32 %thread, %base, %size, %thread;\n"
      "ld.param.u32 %runs, [runs];\nsetp.ge.u32 %past, %thread, %runs;\n@%past ret;\n"
      "ld.param.u64 %in, [operands];\nld.param.u64 %out, [results];\n";
  text += "mad.wide.u32 %in, %thread, " + std::to_string(8 * of.inputs.size()) + ", %in;\n";
  text += "mad.wide.u32 %out, %thread, " + std::to_string(8 * of.outputs.size()) + ", %out;\n";
  for (std::size_t n = 0; n < of.inputs.size(); ++n) text += load(of.inputs[n], n);
  text += of.text + "\n";
  for (std::size_t n = 0; n < of.outputs.size(); ++n) text += store(of.outputs[n], n);
  return text + "ret;\n}\n";
}

}  // namespace warpfold::simt::conformance
