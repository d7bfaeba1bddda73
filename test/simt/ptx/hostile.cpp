// Text that is no longer PTX: an error or a module, never anything else.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "test/simt/ptx/parsed.hpp"

namespace warpfold::simt::ptx::test {
namespace {

std::vector<std::string> samples() {
  std::vector<std::string> texts;
  for (const auto& file : std::filesystem::directory_iterator(WARPFOLD_PTX_SAMPLES)) {
    std::ifstream in(file.path());
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  EXPECT_GE(texts.size(), 4u);
  return texts;
}

// Whether it is a module; throws anything but warpfold::error on.
bool is_ptx(std::string_view text) {
  try {
    parse(text, "t");
    return true;
  } catch (const error& problem) {
    EXPECT_EQ(std::string_view(problem.what()).find('\n'), std::string_view::npos);
    return false;
  }
}

TEST(hostile, samples_are_read) {
  for (const std::string& text : samples()) EXPECT_TRUE(is_ptx(text));
}

TEST(hostile, every_truncation) {
  std::mt19937 random(1);
  for (const std::string& text : samples()) {
    const std::size_t step = text.size() > 10000 ? 37 : 3;
    for (std::size_t length = random() % step; length < text.size(); length += step)
      is_ptx(std::string_view(text).substr(0, length));
  }
}

TEST(hostile, flipped_bytes) {
  std::mt19937 random(2);
  for (const std::string& text : samples()) {
    for (int round = 0; round < 800; ++round) {
      std::string damaged = text.substr(0, 12000);
      for (int flips = 1 + static_cast<int>(random() % 4); flips > 0; --flips) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      is_ptx(damaged);
    }
  }
}

// Words of PTX in any order reach deeper than bytes do.
TEST(hostile, shuffled_words) {
  constexpr std::string_view words[] = {"{",
                                        "}",
                                        "[",
                                        "]",
                                        "(",
                                        ")",
                                        ",",
                                        ";",
                                        ":",
                                        "@",
                                        "!",
                                        "|",
                                        "+",
                                        "-",
                                        "=",
                                        "<",
                                        ">",
                                        "1",
                                        "0x10",
                                        "1.5",
                                        ".reg",
                                        ".b32",
                                        ".global",
                                        ".param",
                                        ".entry",
                                        ".func",
                                        ".align",
                                        "x",
                                        "y",
                                        "%r1",
                                        "%tid",
                                        ".x",
                                        "_",
                                        "add",
                                        "call",
                                        ".loc",
                                        ".v4",
                                        "generic",
                                        ".callprototype",
                                        ".branchtargets",
                                        "99999999999"};
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string text = ".version 9.0\n.target sm_90\n.entry k() { .reg .b32 x<9>; ";
    for (int count = static_cast<int>(random() % 40); count > 0; --count)
      text.append(words[random() % std::size(words)]).append(" ");
    is_ptx(text);
  }
}

TEST(hostile, long_chains_take_linear_time) {
  const auto repeated = [](const std::string& unit) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += unit;
    return text;
  };
  EXPECT_FALSE(is_ptx(".version 9.0\n.target sm_90\n.entry k() { " + repeated("bra X; ") + "}"));
  EXPECT_TRUE(is_ptx(".version 9.0\n.target sm_90\n.entry k() { " + repeated("bra X; ") + "X: }"));
  EXPECT_TRUE(is_ptx(".version 9.0\n.target sm_90\n.entry k() { " + repeated("{ .param .b32 p; bra X; X: } ") + "}"));
  EXPECT_TRUE(is_ptx(".version 9.0\n.target sm_90\n.global .u64 x = 1" + repeated("+1") + ";"));
  EXPECT_TRUE(is_ptx(".version 9.0\n.target sm_90\n" + repeated(".global .u8 a;").substr(0, 14)));
}

}  // namespace
}  // namespace warpfold::simt::ptx::test
