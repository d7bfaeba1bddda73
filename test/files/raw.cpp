#include "warpfold/files/raw.hpp"

#include "test/files/contents.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using testing::HasSubstr;

class raw_file : public testing::Test {
 protected:
  std::string write(std::string_view bytes) { return folder_.write("x.bin", bytes); }

  // The error of a file and that of a pipe with the same bytes.
  void expect_errors(const std::string& bytes, const files::open_options& choice, const std::string& part) {
    EXPECT_THAT(error_of([&] { read(write(bytes), choice); }), HasSubstr(part));
    files::open_options piped = choice;
    piped.format = files::format::raw;
    EXPECT_THAT(error_of([&] { read_from_pipe(bytes, piped); }), HasSubstr("bytes"));
  }

  temporary_folder folder_;
};

class case_C8_raw : public raw_file {};

TEST_F(case_C8_raw, raw_bytes_left_over) {
  expect_errors("0123456789", {.type = dtype::int32}, "2 bytes are left over after 2 elements of int32");
  for (int size = 0; size < 64; ++size) {
    for (const dtype type : {dtype::int16, dtype::float32, dtype::float64, dtype::complex128}) {
      const std::string bytes(static_cast<std::size_t>(size), 'x');
      const int leftover = size % static_cast<int>(size_of(type));
      if (leftover == 0) {
        EXPECT_EQ(read(write(bytes), {.type = type}).bytes, bytes);
      } else {
        expect_errors(bytes, {.type = type}, std::to_string(leftover) + " bytes are left over");
      }
    }
  }
}

TEST_F(raw_file, shape_and_offset) {
  const std::string bytes = "head" + bytes_of<std::int32_t>({1, 2, 3, 4, 5, 6});
  const files::open_options choice{.type = dtype::int32, .shape = dimensions{2, 3}, .offset = 4};
  for (const contents& all : {read(write(bytes), choice), read_from_pipe(bytes, choice)}) {
    EXPECT_EQ(all.shape, (dimensions{2, 3}));
    EXPECT_EQ(all.as<std::int32_t>(), (std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}));
  }
  const files::open_options open_end{.format = files::format::raw, .type = dtype::int32, .offset = 12};
  for (const contents& all : {read(write(bytes), open_end), read_from_pipe(bytes, open_end)}) {
    EXPECT_EQ(all.shape, dimensions{4});
    EXPECT_EQ(all.as<std::int32_t>(), (std::vector<std::int32_t>{3, 4, 5, 6}));
  }
}

TEST_F(raw_file, length_other_than_the_shape_says) {
  const std::string bytes(24, 'x');
  expect_errors(bytes, {.type = dtype::int32, .shape = dimensions{7}}, "expected 28");
  expect_errors(bytes, {.type = dtype::int32, .shape = dimensions{5}}, "4 bytes are left over");
  expect_errors(bytes, {.type = dtype::int32, .shape = dimensions{6}, .offset = 1}, "expected 24");
  expect_errors(bytes, {.type = dtype::int32, .offset = 25}, "expected at least the offset of 25");
  expect_errors(bytes, {.type = dtype::int32, .offset = INT64_MAX}, "expected at least the offset");
  expect_errors(bytes, {.type = dtype::complex128, .shape = dimensions{INT64_MAX}}, "more than 2^63 - 1 bytes");
}

TEST_F(raw_file, wrong_choices) {
  EXPECT_THAT(error_of([&] { read(write("1234")); }), HasSubstr("--dtype"));
  EXPECT_THAT(error_of([&] { read(write("1234"), {.type = dtype::int8, .offset = -1}); }), HasSubstr("offset is -1"));
  EXPECT_THAT(error_of([&] { read(write("1234"), {.type = dtype::int8, .shape = dimensions{-4}}); }),
              HasSubstr("negative"));
}

TEST_F(raw_file, no_bytes) {
  EXPECT_EQ(read(write(""), {.type = dtype::int32}).shape, dimensions{0});
  EXPECT_EQ(read_from_pipe("", {.format = files::format::raw, .type = dtype::int32}).shape, dimensions{0});
  EXPECT_EQ(read(write("abc"), {.type = dtype::int32, .offset = 3}).shape, dimensions{0});
}

}  // namespace
}  // namespace warpfold::test
