#include "warpfold/files/streamed_array.hpp"

#include <filesystem>
#include <fstream>
#include <numeric>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using testing::HasSubstr;

std::string counting(std::int32_t count) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return bytes_of(values);
}

TEST(streamed_array, pieces_are_the_array) {
  const std::string elements = counting(3'000'000);
  const fed_pipe pipe(npy_bytes("<i4", "(1000, 3000)", elements));
  const auto file = files::open(pipe.path());
  EXPECT_EQ(file->shape(), (dimensions{1000, 3000}));
  EXPECT_EQ(file->total_bytes(), 12'000'000);
  EXPECT_EQ(file->mapped(), std::nullopt);
  std::string found;
  while (const auto piece = file->next_piece()) {
    EXPECT_LE(piece->bytes(), 1 << 20);
    found += elements_of(*piece);
    EXPECT_EQ(file->bytes_read(), static_cast<std::int64_t>(found.size()));
  }
  EXPECT_EQ(found, elements);
  EXPECT_EQ(file->next_piece(), std::nullopt);
}

TEST(streamed_array, a_length_known_only_at_the_end) {
  const std::string elements = counting(1'234'567);
  const fed_pipe pipe(elements);
  const auto file = files::open(pipe.path(), {.type = dtype::int32});
  EXPECT_EQ(file->shape(), std::nullopt);
  EXPECT_EQ(file->total_bytes(), std::nullopt);
  EXPECT_EQ(read(*file).bytes, elements);
  EXPECT_EQ(file->shape(), dimensions{1'234'567});
}

TEST(streamed_array, whole) {
  const std::string elements = counting(1'000'000);
  for (const char* descr : {"<i4", ">i4"}) {
    const std::string stored = descr[0] == '<' ? elements : swapped(elements, 4);
    const fed_pipe pipe(npy_bytes(descr, "(1000, 1000)", stored));
    const auto file = files::open(pipe.path());
    const array_view view = file->whole();
    EXPECT_EQ(view.shape(), (dimensions{1000, 1000}));
    EXPECT_EQ(elements_of(view), elements);
    EXPECT_EQ(elements_of(file->whole()), elements) << "again";
    file->verify();
  }
  const fed_pipe none(npy_bytes("<i4", "(0, 3)", ""));
  EXPECT_EQ(files::open(none.path())->whole().shape(), (dimensions{0, 3}));
}

TEST(streamed_array, whole_of_a_text) {
  const temporary_folder folder;
  const auto file = files::open(folder.write("x.csv", "1,2\n3,4\n"));
  const array_view view = file->whole();
  EXPECT_EQ(view.shape(), (dimensions{2, 2}));
  EXPECT_EQ(elements_of(view), bytes_of<double>({1, 2, 3, 4}));
}

TEST(streamed_array, more_than_the_shape_says) {
  const std::string bytes = npy_bytes("<i4", "(3,)", counting(3) + "x");
  EXPECT_THAT(error_of([&] { read_from_pipe(bytes); }), HasSubstr("bytes are left over after the array"));
}

TEST(streamed_array, a_header_cannot_ask_for_memory) {
  for (const bool fortran_order : {false, true}) {
    const std::string bytes = npy_bytes("<f8", "(1000000, 1000000)", "12345678", fortran_order);
    EXPECT_THAT(error_of([&] { read_from_pipe(bytes); }),
                HasSubstr("holds 8 bytes of elements, expected 8000000000000"));
  }
}

TEST(streamed_array, a_text_that_grows_while_being_read) {
  const temporary_folder folder;
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "1\n";
  const std::string path = folder.write("x.csv", text);
  const auto file = files::open(path);
  ASSERT_TRUE(file->next_piece());
  std::ofstream(path, std::ios::app) << "2\n";
  EXPECT_THAT(error_of([&] { read(*file); }), HasSubstr("changed while being read"));
}

TEST(streamed_array, a_folder_for_temporary_files_that_is_not_there) {
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nowhere", 1);
  const std::string bytes = npy_bytes("<i4", "(2, 2)", counting(4), true);
  EXPECT_THAT(error_of([&] { read_from_pipe(bytes); }), HasSubstr("temporary file cannot be made in /nowhere"));
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", saved.c_str(), 1);
}

}  // namespace
}  // namespace warpfold::test
