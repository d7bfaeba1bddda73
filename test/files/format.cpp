#include "warpfold/files/format.hpp"

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/sample_npz.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using files::format;
using testing::HasSubstr;

const std::string npy = npy_bytes("<f8", "(3,)", bytes_of<double>({1, 2, 3}));

format format_of(const std::string& path, const files::open_options& choice = {}) {
  return files::open(path, choice)->format();
}

TEST(format, by_magic_number_whatever_the_name) {
  const temporary_folder folder;
  EXPECT_EQ(format_of(folder.write("x.csv", npy)), format::npy);
  EXPECT_EQ(format_of(folder.write("x", npy)), format::npy);
  write_zip(folder.path("y.npy"), {{"a.npy", npy}});
  EXPECT_EQ(format_of(folder.path("y.npy")), format::npz);
}

TEST(format, by_ending) {
  const temporary_folder folder;
  EXPECT_EQ(format_of(folder.write("x.csv", "1,2")), format::csv);
  EXPECT_EQ(format_of(folder.write("x.txt", "1,2")), format::csv);
  for (const char* name : {"x.raw", "x.bin", "x.dat"}) {
    EXPECT_EQ(format_of(folder.write(name, "1,2\n"), {.type = dtype::int8}), format::raw);
  }
  EXPECT_THAT(error_of([&] { format_of(folder.write("x.npy", "1,2")); }), HasSubstr("magic number"));
  EXPECT_THAT(error_of([&] { format_of(folder.write("x.npz", "1,2")); }), HasSubstr("not a complete zip archive"));
}

TEST(format, by_what_the_bytes_look_like) {
  const temporary_folder folder;
  EXPECT_EQ(format_of(folder.write("x", "1,2\n")), format::csv);
  EXPECT_EQ(format_of(folder.write("x", "1,2\n"), {.type = dtype::int8}), format::csv);
  EXPECT_EQ(format_of(folder.write("x", "1,2\n"), {.type = dtype::int8, .shape = dimensions{4}}), format::raw);
  EXPECT_EQ(format_of(folder.write("x", "1,2\n"), {.type = dtype::int8, .offset = 1}), format::raw);
  EXPECT_EQ(format_of(folder.write("x", "1,2\n"), {.type = dtype::int8, .offset = 0}), format::raw);
  EXPECT_EQ(format_of(folder.write("x", ""), {.type = dtype::int8}), format::raw);
  EXPECT_THAT(error_of([&] { format_of(folder.write("x", "")); }), HasSubstr("is empty"));
  const std::string binary = bytes_of<std::int32_t>({1, 2});
  EXPECT_EQ(format_of(folder.write("x", binary), {.type = dtype::int32}), format::raw);
  EXPECT_THAT(error_of([&] { format_of(folder.write("x", binary)); }), HasSubstr("expected --dtype"));
}

TEST(format, as_chosen) {
  const temporary_folder folder;
  EXPECT_EQ(format_of(folder.write("x.npy", npy), {.format = format::raw, .type = dtype::int8}), format::raw);
  EXPECT_EQ(format_of(folder.write("x.bin", "1,2"), {.format = format::csv}), format::csv);
  EXPECT_THAT(error_of([&] { read(folder.write("x.npy", npy), {.format = format::csv}); }),
              HasSubstr("is not a number"));
}

}  // namespace
}  // namespace warpfold::test
