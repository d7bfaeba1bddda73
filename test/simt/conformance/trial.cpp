#include "test/simt/conformance/trial.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <set>
#include <string_view>

#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/operand_list.hpp"

namespace warpfold::simt::conformance {
namespace {

struct kind_row {
  kind value;
  int bytes;
  const char* register_type;
};
constexpr std::array<kind_row, 14> kinds = {{{kind::predicate, 1, ".pred"},
                                             {kind::b8, 1, ".b16"},
                                             {kind::b16, 2, ".b16"},
                                             {kind::b32, 4, ".b32"},
                                             {kind::b64, 8, ".b64"},
                                             {kind::amount, 4, ".b32"},
                                             {kind::position, 4, ".b32"},
                                             {kind::f16, 2, ".b16"},
                                             {kind::f16x2, 4, ".b32"},
                                             {kind::bf16, 2, ".b16"},
                                             {kind::bf16x2, 4, ".b32"},
                                             {kind::f32, 4, ".b32"},
                                             {kind::f32x2, 8, ".b64"},
                                             {kind::f64, 8, ".b64"}}};

const kind_row& row_of(kind k) {
  return kinds[static_cast<std::size_t>(k)];
}

std::optional<kind> kind_named(std::string_view type) {
  constexpr std::pair<std::string_view, kind> names[] = {
      {"b8", kind::b8},         {"u8", kind::b8},       {"s8", kind::b8},     {"b16", kind::b16},
      {"u16", kind::b16},       {"s16", kind::b16},     {"b32", kind::b32},   {"u32", kind::b32},
      {"s32", kind::b32},       {"b64", kind::b64},     {"u64", kind::b64},   {"s64", kind::b64},
      {"f16", kind::f16},       {"f16x2", kind::f16x2}, {"bf16", kind::bf16}, {"bf16x2", kind::bf16x2},
      {"f32", kind::f32},       {"f32x2", kind::f32x2}, {"f64", kind::f64},   {"tf32", kind::f32},
      {"pred", kind::predicate}};
  for (const auto& [name, value] : names) {
    if (name == type) return value;
  }
  return std::nullopt;
}

// All ways of choosing modifiers by a pattern of isa.def.
std::vector<std::vector<std::string>> expanded(std::string_view pattern) {
  std::vector<std::vector<std::string>> all = {{}};
  while (!pattern.empty()) {
    const bool grouped = pattern.front() == '(' || pattern.front() == '[';
    const bool optional = pattern.front() == '[';
    const std::size_t end =
        grouped ? pattern.find_first_of(")]") : std::min(pattern.find_first_of(".([", 1), pattern.size());
    std::string_view words = pattern.substr(grouped ? 1 : 0, grouped ? end - 1 : end);
    pattern.remove_prefix(grouped ? end + 1 : end);
    std::vector<std::vector<std::string>> longer;
    if (optional) longer = all;
    while (!words.empty()) {
      const std::size_t bar = std::min(words.find('|'), words.size());
      for (std::vector<std::string> modifiers : all) {
        modifiers.emplace_back(words.substr(1, bar - 1));
        longer.push_back(std::move(modifiers));
      }
      words.remove_prefix(std::min(bar + 1, words.size()));
    }
    all = std::move(longer);
  }
  return all;
}

bool has(const std::vector<std::string>& modifiers, std::string_view word) {
  return std::find(modifiers.begin(), modifiers.end(), word) != modifiers.end();
}

bool is_arithmetic(const isa_row& row) {
  if (row.mnemonic == "prmt" || row.mnemonic == "cvt" || row.section.substr(0, 7) == "9.7.18.") return true;
  return row.section.substr(0, 4) == "9.7." && row.section[4] >= '1' && row.section[4] <= '8' && row.section[5] == '.';
}

bool is_integer(std::string_view type) {
  return type.front() == 'u' || type.front() == 's';
}

bool rounds(const std::vector<std::string>& modifiers, std::initializer_list<std::string_view> ways) {
  return std::any_of(ways.begin(), ways.end(), [&](std::string_view way) { return has(modifiers, way); });
}

// Integers are rounded to, numbers are rounded from integers, and .ftz is about f32.
bool is_conversion(const std::vector<std::string>& modifiers) {
  if (has(modifiers, "pack") || modifiers.size() < 2) return true;
  const std::string_view to = modifiers[modifiers.size() - 2], from = modifiers.back();
  const bool to_integral = rounds(modifiers, {"rni", "rzi", "rmi", "rpi"});
  const bool to_number = rounds(modifiers, {"rn", "rz", "rm", "rp", "rna"});
  if (is_integer(to) && is_integer(from)) return !to_integral && !to_number && !has(modifiers, "ftz");
  if (is_integer(from)) return to_number && !has(modifiers, "ftz");
  if (is_integer(to)) return to_integral && (from == "f32" || !has(modifiers, "ftz"));
  return to == "f32" || from == "f32" || !has(modifiers, "ftz");
}

// Comparisons are combined with a predicate, and given several types, in one way each.
bool is_worth_trying(std::string_view mnemonic, const std::vector<std::string>& modifiers) {
  if (mnemonic == "cvt") return is_conversion(modifiers);
  if (mnemonic != "set" && mnemonic != "setp") return true;
  if (has(modifiers, "lt")) return true;
  const std::string_view first_type = modifiers[modifiers.size() - 2];
  return !rounds(modifiers, {"and", "or", "xor"}) &&
         (mnemonic == "setp" || first_type == "u32" || first_type == "f16x2");
}

class trial_maker {
 public:
  trial_maker(const isa_row& row, const std::vector<std::string>& modifiers) : row_(row), modifiers_(modifiers) {
    made_.name = row.mnemonic;
    for (const std::string& modifier : modifiers) made_.name += "." + modifier;
    for (const std::string& modifier : modifiers) {
      if (const std::optional<kind> named = kind_named(modifier)) {
        if (!first_) first_ = named;
        last_ = named;
      }
    }
  }

  trial make() {
    std::string operands;
    const operand_list listed(row_.operands);
    for (const operand_list::item& item : listed.items()) {
      if (item.optional && !wanted(item)) continue;
      operands += operands.empty() ? " " : ", ";
      operands += item.type == 'i' ? "0x96" : operand(item);
    }
    made_.text = made_.name + operands + ";";
    return made_;
  }

 private:
  // An optional predicate belongs to a boolean operator; other optional operands are left out.
  bool wanted(const operand_list::item& item) const {
    return item.type == 'p' && (has(modifiers_, "and") || has(modifiers_, "or") || has(modifiers_, "xor"));
  }

  std::string operand(const operand_list::item& item) {
    if (item.type == 'V')
      return "{" + input(*last_) + ", " + input(*last_) + ", " + input(*last_) + ", " + input(*last_) + "}";
    if (!item.destination) return input(kind_of(item.type));
    std::string name = output(kind_of(item.type));
    if (item.second && !compares_single_halves()) name += "|" + output(kind::predicate);
    return name;
  }

  std::string input(kind k) {
    made_.inputs.push_back(k);
    return "i" + std::to_string(made_.inputs.size() - 1);
  }
  std::string output(kind k) {
    made_.outputs.push_back(k);
    return "o" + std::to_string(made_.outputs.size() - 1);
  }

  kind kind_of(char type) const {
    const kind last = last_.value_or(kind::b32);
    switch (type) {
      case 's':
        return *first_;
      case 'w':
        return bytes_of(last) == 2 ? kind::b32 : kind::b64;
      case 'h':
        return kind::b16;
      case 'p':
        return kind::predicate;
      case 'x':
        return has(modifiers_, "f32x2") ? kind::f32x2 : kind::b64;
      case 'u':
        return takes_amounts() ? kind::amount : kind::b32;
      default:
        return row_.mnemonic == "fns" && made_.inputs.size() == 1 ? kind::position : last;
    }
  }

  // setp of f16 and bf16 has one destination.
  bool compares_single_halves() const { return row_.mnemonic == "setp" && (last_ == kind::f16 || last_ == kind::bf16); }

  bool takes_amounts() const {
    constexpr std::string_view names[] = {"shl", "shr", "shf", "bfe", "bfi", "szext"};
    return std::find(std::begin(names), std::end(names), row_.mnemonic) != std::end(names);
  }

  const isa_row& row_;
  const std::vector<std::string>& modifiers_;
  std::optional<kind> first_, last_;
  trial made_;
};

// A carry goes from one instruction to the next, and has no other way out.
void add_carry_trials(std::vector<trial>& all) {
  for (const char* type : {"u32", "s32", "u64", "s64"}) {
    const kind k = *kind_named(type);
    const std::string t = std::string(".") + type + " ";
    for (const std::string verb : {"add", "sub"}) {
      all.push_back(
          {verb + ".cc" + t,
           verb + ".cc" + t + "o0, i0, i1; " + verb + "c.cc" + t + "o1, i2, i3; " + verb + "c" + t + "o2, i0, i2;",
           {k, k, k, k},
           {k, k, k}});
    }
    for (const std::string half : {".lo", ".hi"}) {
      all.push_back({"mad" + half + ".cc" + t,
                     "mad" + half + ".cc" + t + "o0, i0, i1, i2; madc" + half + ".cc" + t + "o1, i1, i2, i3; madc" +
                         half + t + "o2, i0, i2, i3;",
                     {k, k, k, k},
                     {k, k, k}});
    }
  }
  for (trial& each : all) {
    if (each.name.back() == ' ') each.name.pop_back();
  }
}

// Packing and unpacking.
void add_moves(std::vector<trial>& all) {
  const kind b16 = kind::b16, b32 = kind::b32, b64 = kind::b64;
  all.push_back({"mov.b32.pack2", "mov.b32 o0, {i0, i1};", {b16, b16}, {b32}});
  all.push_back({"mov.b64.pack2", "mov.b64 o0, {i0, i1};", {b32, b32}, {b64}});
  all.push_back({"mov.b64.pack4", "mov.b64 o0, {i0, i1, i2, i3};", {b16, b16, b16, b16}, {b64}});
  all.push_back({"mov.b32.unpack2", "mov.b32 {o0, o1}, i0;", {b32}, {b16, b16}});
  all.push_back({"mov.b64.unpack2", "mov.b64 {o0, o1}, i0;", {b64}, {b32, b32}});
  all.push_back({"mov.b64.unpack4", "mov.b64 {o0, o1, o2, o3}, i0;", {b64}, {b16, b16, b16, b16}});
  all.push_back({"mov.b64.sink", "mov.b64 {_, o0}, i0;", {b64}, {b32}});
}

// Where a destination is wider than the type: registers of every width and sign.
void add_narrow_results(std::vector<trial>& all) {
  for (const char* to : {"s8", "u8", "s16", "u16"}) {
    for (const char* reg : {"b16", "s16", "u16", "b32", "s32", "u32", "b64", "s64"}) {
      if (std::string_view(reg).substr(1) == "16" && std::string_view(to).substr(1) == "16") continue;
      const kind out = *kind_named(reg);
      const std::string move = std::string("mov.b") + std::to_string(8 * bytes_of(out)) + " o0, wider; ";
      all.push_back({std::string("cvt.") + to + ".s32.into." + reg,
                     std::string("{ .reg .") + reg + " wider; cvt." + to + ".s32 wider, i0; " + move + "}",
                     {kind::b32},
                     {out}});
    }
  }
}

void add_tables(std::vector<trial>& all) {
  const kind b32 = kind::b32;
  for (const char* table : {"0x00", "0x01", "0x1b", "0x80", "0x96", "0xca", "0xe8", "0xf0", "0xfe", "0xff"}) {
    all.push_back({std::string("lop3.b32.") + table,
                   std::string("lop3.b32 o0, i0, i1, i2, ") + table + ";",
                   {b32, b32, b32},
                   {b32}});
  }
}

}  // namespace

int bytes_of(kind k) {
  return row_of(k).bytes;
}
const char* register_type(kind k) {
  return row_of(k).register_type;
}

std::vector<trial> trials() {
  std::vector<trial> all;
  for (const isa_row& row : isa_rows()) {
    const bool by_hand = row.section.substr(0, 6) == "9.7.2." || row.operands == "=t t t t u";
    if (!is_arithmetic(row) || by_hand) continue;
    for (const std::vector<std::string>& modifiers : expanded(row.modifiers)) {
      if (is_worth_trying(row.mnemonic, modifiers)) all.push_back(trial_maker(row, modifiers).make());
    }
  }
  add_carry_trials(all);
  add_tables(all);
  add_narrow_results(all);
  add_moves(all);
  std::vector<trial> once;
  std::set<std::string> names;
  for (trial& each : all) {
    if (names.insert(each.name).second) once.push_back(std::move(each));
  }
  return once;
}

}  // namespace warpfold::simt::conformance
