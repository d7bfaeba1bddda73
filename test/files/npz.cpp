#include "warpfold/files/npz.hpp"

#include <numeric>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/sample_npz.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string one_to_three = npy_bytes("<f8", "(3,)", bytes_of<double>({1, 2, 3}));
const std::string two_by_two = npy_bytes(">i4", "(2, 2)", swapped(bytes_of<std::int32_t>({1, 3, 2, 4}), 4), true);

class npz_file : public testing::Test {
 protected:
  std::string path() const { return folder_.path("x.npz"); }
  void write(const std::vector<zip_member>& members) { write_zip(path(), members); }
  // Replaces every `before`, as in both copies of a member's name or of its sizes.
  void patch(const std::string& before, const std::string& after) {
    std::string bytes = read_file(path());
    ASSERT_EQ(before.size(), after.size());
    ASSERT_NE(bytes.find(before), std::string::npos);
    for (std::size_t at = 0; (at = bytes.find(before, at)) != std::string::npos; at += after.size()) {
      bytes.replace(at, before.size(), after);
    }
    folder_.write("x.npz", bytes);
  }
  std::string error_of_member(const std::string& member = "") {
    return error_of([&] { read(path(), {.member = member}); });
  }

  temporary_folder folder_;
};

TEST_F(npz_file, members_by_name) {
  for (const bool deflated : {false, true}) {
    write({{"a.npy", one_to_three, deflated}, {"b.npy", two_by_two, deflated}, {"b", one_to_three, deflated}});
    EXPECT_THAT(read(path(), {.member = "a"}).as<double>(), ElementsAre(1, 2, 3));
    EXPECT_THAT(read(path(), {.member = "a.npy"}).as<double>(), ElementsAre(1, 2, 3));
    EXPECT_THAT(read(path(), {.member = "b.npy"}).as<std::int32_t>(), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(read(path(), {.member = "b"}).as<double>(), ElementsAre(1, 2, 3)) << "the exact name goes first";
    EXPECT_THAT(error_of_member(), HasSubstr("has 3 arrays, expected one to be named: a, b, b"));
    EXPECT_THAT(error_of_member("c"), HasSubstr("has no array 'c', expected one of a, b, b"));
  }
}

TEST_F(npz_file, the_only_member) {
  write({{"arr_0.npy", one_to_three, true}});
  const auto file = files::open(path());
  EXPECT_EQ(file->name(), path() + "[arr_0]");
  EXPECT_EQ(file->format(), files::format::npz);
  EXPECT_THAT(read(*file).as<double>(), ElementsAre(1, 2, 3));
}

TEST_F(npz_file, names_in_other_scripts_and_folders) {
  write({{"温度.npy", one_to_three}, {"layer/", ""}, {"layer/w.npy", two_by_two, true}});
  EXPECT_THAT(read(path(), {.member = "温度"}).as<double>(), ElementsAre(1, 2, 3));
  EXPECT_THAT(read(path(), {.member = "layer/w"}).as<std::int32_t>(), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(error_of_member(), HasSubstr("has 2 arrays"));
}

TEST_F(npz_file, from_a_pipe) {
  write({{"a.npy", one_to_three, true}, {"b.npy", two_by_two}});
  const std::string bytes = read_file(path());
  EXPECT_THAT(read_from_pipe(bytes, {.member = "a"}).as<double>(), ElementsAre(1, 2, 3));
  EXPECT_THAT(read_from_pipe(bytes, {.member = "b"}).as<std::int32_t>(), ElementsAre(1, 2, 3, 4));
}

TEST_F(npz_file, larger_than_every_buffer) {
  std::vector<std::int32_t> values(3'000'000);
  std::iota(values.begin(), values.end(), 0);
  for (const bool deflated : {false, true}) {
    write({{"a.npy", npy_bytes("<i4", "(3000, 1000)", bytes_of(values)), deflated}});
    const auto file = files::open(path());
    EXPECT_EQ(file->mapped(), std::nullopt);
    EXPECT_EQ(file->total_bytes(), 12'000'000);
    EXPECT_EQ(read(*file).bytes, bytes_of(values));
    EXPECT_EQ(elements_of(files::open(path())->whole()), bytes_of(values));
  }
}

TEST_F(npz_file, no_members) {
  const std::string empty("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
  folder_.write("x.npz", empty);
  EXPECT_THAT(error_of_member(), HasSubstr("has no members"));
}

TEST_F(npz_file, members_that_are_no_arrays) {
  write({{"readme.txt", "hello, this is no array"}});
  EXPECT_THAT(error_of_member(), HasSubstr("x.npz[readme.txt]: begins with 'hello,'"));
  write({{"a.npy", ""}});
  EXPECT_THAT(error_of_member(), HasSubstr("magic number"));
}

TEST_F(npz_file, members_of_another_length_than_their_header_says) {
  write({{"a.npy", one_to_three + "x", true}});
  EXPECT_THAT(error_of_member(), HasSubstr("holds 25 bytes of elements, expected 24"));
  write({{"a.npy", one_to_three.substr(0, one_to_three.size() - 1), true}});
  EXPECT_THAT(error_of_member(), HasSubstr("holds 23 bytes of elements, expected 24"));
}

TEST_F(npz_file, two_members_of_one_name) {
  write({{"a.npy", one_to_three}, {"b.npy", one_to_three}});
  patch("b.npy", "a.npy");
  EXPECT_THAT(error_of_member("a"), HasSubstr("has two members named 'a.npy'"));
}

TEST_F(npz_file, encrypted) {
  write({{"a.npy", one_to_three}});
  std::string bytes = read_file(path());
  bytes[bytes.find("PK\1\2") + 8] |= 1;
  bytes[6] |= 1;
  folder_.write("x.npz", bytes);
  EXPECT_THAT(error_of_member(), HasSubstr("encrypted"));
}

TEST_F(npz_file, compressed_in_a_way_nobody_knows) {
  write({{"a.npy", one_to_three}});
  std::string bytes = read_file(path());
  bytes[bytes.find("PK\1\2") + 10] = 97;
  bytes[8] = 97;
  folder_.write("x.npz", bytes);
  EXPECT_THAT(error_of_member(), HasSubstr("method 97"));
}

TEST_F(npz_file, sizes_that_cannot_be) {
  for (const bool deflated : {false, true}) {
    write({{"a.npy", one_to_three, deflated}});
    std::string bytes = read_file(path());
    const std::size_t directory = bytes.find("PK\1\2");
    for (const std::size_t at : {directory + 24, std::size_t{22}}) bytes.replace(at, 4, "\xff\xff\xff\x7f");
    folder_.write("x.npz", bytes);
    EXPECT_THAT(error_of_member(), HasSubstr("states 2147483647 bytes, more than"));
  }
}

// Not every bit of an archive means something: a change is an error or does no harm.
TEST_F(npz_file, a_bit_that_flipped_is_noticed) {
  const std::string elements = bytes_of<double>({1.1, 2.2, 3.3});
  for (const bool deflated : {false, true}) {
    write({{"a.npy", npy_bytes("<f8", "(3,)", elements), deflated}});
    const std::string good = read_file(path());
    int errors = 0;
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x10);
      folder_.write("x.npz", bad);
      try {
        EXPECT_EQ(read(path()).bytes, elements);
      } catch (const error&) {
        ++errors;
      }
    }
    EXPECT_GT(errors, 100);
  }
}

}  // namespace
}  // namespace warpfold::test
