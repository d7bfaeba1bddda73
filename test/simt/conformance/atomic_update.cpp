#include "test/simt/conformance/atomic_update.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace warpfold::simt::conformance {
namespace {

struct element {
  std::string type;  // ".noftz.f16x2"
  kind value;
};

// "x0", or "{x0, x1}" from the first on
std::string values(const std::string& name, std::size_t first, std::size_t count) {
  std::string list = name + std::to_string(first);
  for (std::size_t n = 1; n < count; ++n) list += ", " + name + std::to_string(first + n);
  return count == 1 ? list : "{" + list + "}";
}

// Stores or loads the values, which lie one behind another, one by one.
std::string moved(const std::string& verb, const std::string& name, std::size_t first, kind k, std::size_t count) {
  const auto bytes = static_cast<std::size_t>(bytes_of(k));
  std::string text;
  for (std::size_t n = 0; n < count; ++n) {
    const std::string at = "[place+" + std::to_string(bytes * n) + "]", value = name + std::to_string(first + n);
    text +=
        verb + ".b" + std::to_string(8 * bytes) + (verb[0] == 's' ? " " + at + ", " + value : " " + value + ", " + at);
    text += ";\n";
  }
  return text;
}

// Memory holds the first inputs and is updated with the others; the thread's place among the results, or 16 bytes of
// its own in shared memory, serve as memory.
trial update(const std::string& mnemonic, const std::string& space, const std::string& operation, const element& of,
             std::size_t count) {
  const bool returns = mnemonic == "atom", shared = space == ".shared";
  const std::string vector = count == 1 ? "" : ".v" + std::to_string(count);
  trial made;
  made.name = mnemonic + space + operation + vector + of.type;
  // Qualifiers of halves stand before the vector's.
  if (count > 1 && of.type.rfind(".noftz", 0) == 0)
    made.name = mnemonic + space + operation + ".noftz" + vector + of.type.substr(6);
  made.inputs.assign(2 * count, of.value);
  made.outputs.assign(returns ? 2 * count : count, of.value);
  made.text = "{\n";
  made.text += shared ? ".shared .align 16 .b8 places[2048];\n.reg .b32 place, offset;\nmov.u32 offset, %tid.x;\n"
                        "mov.u32 place, places;\nmad.lo.u32 place, offset, 16, place;\n"
                      : ".reg .b64 place;\nmov.b64 place, %out;\n";
  made.text += moved("st" + space, "i", 0, of.value, count);
  made.text +=
      made.name + " " + (returns ? values("o", 0, count) + ", " : "") + "[place], " + values("i", count, count) + ";\n";
  made.text += moved("ld" + space, "o", returns ? count : 0, of.value, count) + "}";
  return made;
}

}  // namespace

std::vector<trial> atomic_updates() {
  const element f32{".f32", kind::f32}, f64{".f64", kind::f64};
  const element halves[] = {{".noftz.f16", kind::f16}, {".noftz.bf16", kind::bf16}};
  const element pairs[] = {{".noftz.f16x2", kind::f16x2}, {".noftz.bf16x2", kind::bf16x2}};
  std::vector<trial> all;
  for (const char* mnemonic : {"atom", "red"}) {
    const auto add = [&](const std::string& space, const std::string& operation, const element& of, std::size_t count) {
      all.push_back(update(mnemonic, space, operation, of, count));
    };
    for (const char* space : {".global", ".shared"}) {
      add(space, ".add", f32, 1);
      add(space, ".add", f64, 1);
      for (const element& each : halves) add(space, ".add", each, 1);
      for (const element& each : pairs) add(space, ".add", each, 1);
    }
    for (const std::size_t count : {2u, 4u}) add(".global", ".add", f32, count);
    for (const char* operation : {".add", ".min", ".max"}) {
      for (const element& each : halves) {
        for (const std::size_t count : {2u, 4u, 8u}) add(".global", operation, each, count);
      }
      for (const element& each : pairs) {
        for (const std::size_t count : {2u, 4u}) add(".global", operation, each, count);
      }
    }
  }
  return all;
}

}  // namespace warpfold::simt::conformance
