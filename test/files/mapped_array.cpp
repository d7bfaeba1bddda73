#include "warpfold/files/mapped_array.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using testing::HasSubstr;

constexpr std::int64_t elements = 10'000'000;  // 80 MB: several pieces

class mapped_file : public testing::Test {
 protected:
  // Elements 0, 1, 2, … of which one in 100000 is written and the rest is a hole of zeros.
  std::string write() {
    const std::string path = folder_.write("x.npy", npy_bytes("<f8", "(10000000,)", ""));
    header_bytes_ = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, header_bytes_ + 8 * elements);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    for (std::int64_t i = 0; i < elements; i += 100'000) {
      const auto value = static_cast<double>(i);
      file.seekp(static_cast<std::streamoff>(header_bytes_) + 8 * i);
      file.write(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    return path;
  }

  std::uintmax_t header_bytes_ = 0;
  temporary_folder folder_;
};

double at(const array_view& view, std::int64_t index) {
  double value = 0;
  std::memcpy(&value, view.data() + index * view.strides()[0], sizeof(value));
  return value;
}

// This process's memory in bytes, mapped files included.
std::int64_t resident_bytes() {
  std::ifstream statistics("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  statistics >> size >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

TEST_F(mapped_file, pieces_are_the_array) {
  const auto file = files::open(write());
  std::int64_t position = 0;
  int pieces = 0;
  while (const auto piece = file->next_piece()) {
    for (std::int64_t i = 0; i < piece->size(); ++i) {
      const std::int64_t index = position + i;
      ASSERT_EQ(at(*piece, i), index % 100'000 == 0 ? static_cast<double>(index) : 0);
    }
    position += piece->size();
    EXPECT_EQ(file->bytes_read(), 8 * position);
    ++pieces;
  }
  EXPECT_EQ(position, elements);
  EXPECT_GT(pieces, 1);
  EXPECT_EQ(file->total_bytes(), 8 * elements);
  EXPECT_EQ(file->next_piece(), std::nullopt);
}

TEST_F(mapped_file, memory_stays_bounded) {
  const auto file = files::open(write());
  const std::int64_t before = resident_bytes();
  std::int64_t most = 0;
  std::int64_t sum = 0;
  while (const auto piece = file->next_piece()) {
    for (std::int64_t i = 0; i < piece->bytes(); i += 4096) sum += static_cast<int>(piece->data()[i]);
    most = std::max(most, resident_bytes() - before);
  }
  EXPECT_GE(sum, 0);
  EXPECT_LT(most, 50 << 20);
}

TEST_F(mapped_file, cut_short_between_pieces) {
  const std::string path = write();
  const auto file = files::open(path);
  ASSERT_TRUE(file->next_piece());
  std::filesystem::resize_file(path, 1'000'000);
  EXPECT_THAT(error_of([&] { read(*file); }), HasSubstr("x.npy: changed while being read: holds 1000000 bytes"));
}

TEST_F(mapped_file, cut_short_while_the_whole_is_read) {
  const std::string path = write();
  const auto file = files::open(path);
  const array_view view = file->mapped().value();
  file->verify();
  std::filesystem::resize_file(path, 1'000'000);
  EXPECT_EQ(at(view, elements - 1), 0);
  EXPECT_EQ(at(view, 0), 0);
  EXPECT_EQ(at(view, 100'000), 100'000);
  EXPECT_THAT(error_of([&] { file->verify(); }), HasSubstr("changed while being read"));
}

// Grown back to its length and given its old time: only the fault tells.
TEST_F(mapped_file, cut_short_and_restored) {
  const std::string path = write();
  struct stat before {};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  const auto file = files::open(path);
  std::filesystem::resize_file(path, 1'000'000);
  EXPECT_EQ(at(file->mapped().value(), 9'900'000), 0);
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(before.st_size));
  const timespec times[] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_THAT(error_of([&] { file->verify(); }), HasSubstr("could not be read to its end"));
  EXPECT_THAT(error_of([&] { file->next_piece(); }), HasSubstr("could not be read to its end"));
}

TEST_F(mapped_file, grown_while_being_read) {
  const std::string path = write();
  const auto file = files::open(path);
  ASSERT_TRUE(file->next_piece());
  std::ofstream(path, std::ios::app | std::ios::binary) << "more";
  EXPECT_THAT(error_of([&] { read(*file); }), HasSubstr("changed while being read"));
}

TEST_F(mapped_file, rewritten_while_being_read) {
  const std::string path = write();
  const auto file = files::open(path);
  ASSERT_TRUE(file->next_piece());
  const timespec times[] = {{.tv_sec = 1, .tv_nsec = 0}, {.tv_sec = 1, .tv_nsec = 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_THAT(error_of([&] { read(*file); }), HasSubstr("was modified while being read"));
}

TEST_F(mapped_file, removed_while_being_read) {
  const std::string path = write();
  const auto file = files::open(path);
  std::filesystem::remove(path);
  EXPECT_EQ(read(*file).bytes.size(), 8u * elements);
}

}  // namespace
}  // namespace warpfold::test
