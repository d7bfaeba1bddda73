#include "warpfold/files/input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <fstream>
#include <thread>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

using files::input;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string one_to_three = npy_bytes("<f8", "(3,)", bytes_of<double>({1, 2, 3}));

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string take(input& source, std::size_t size) {
  std::string bytes(size, '\0');
  bytes.resize(read_fully(source, std::as_writable_bytes(std::span(bytes))));
  return bytes;
}

// Whatever was peeked at is read again, and nothing twice.
void expect_peeking(input source) {
  EXPECT_EQ(text_of(source.peek(3)), "012");
  EXPECT_EQ(text_of(source.peek(2)), "01");
  EXPECT_EQ(take(source, 1), "0");
  EXPECT_EQ(text_of(source.peek(4)), "1234");
  EXPECT_EQ(take(source, 6), "123456");
  EXPECT_EQ(text_of(source.peek(9)), "789");
  EXPECT_EQ(take(source, 9), "789");
  EXPECT_EQ(text_of(source.peek(1)), "");
}

TEST(input, peeking) {
  const temporary_folder folder;
  expect_peeking(input::open(folder.write("x", "0123456789")));
  const fed_pipe pipe("0123456789");
  expect_peeking(input::open(pipe.path()));
}

TEST(input, standard_input) {
  const int before = ::dup(STDIN_FILENO);
  const temporary_folder folder;
  const auto read_standard_input = [](int descriptor) {
    ::dup2(descriptor, STDIN_FILENO);
    return read("-");
  };
  const fed_pipe pipe(one_to_three);
  EXPECT_THAT(read_standard_input(pipe.descriptor()).as<double>(), ElementsAre(1, 2, 3));
  const int file = ::open(folder.write("x", "skipped" + one_to_three).c_str(), O_RDONLY);
  ::lseek(file, 7, SEEK_SET);
  EXPECT_THAT(read_standard_input(file).as<double>(), ElementsAre(1, 2, 3)) << "from where it stands";
  ::lseek(file, 7, SEEK_SET);
  ::dup2(file, STDIN_FILENO);
  EXPECT_EQ(files::open("-")->name(), "standard input");
  ::close(file);
  const int zero = ::open("/dev/zero", O_RDONLY);
  EXPECT_THAT(error_of([&] { read_standard_input(zero); }), HasSubstr("standard input: is a character device"));
  ::close(zero);
  const int null = ::open("/dev/null", O_RDONLY);
  EXPECT_THAT(error_of([&] { read_standard_input(null); }), HasSubstr("standard input: is empty"));
  ::close(null);
  ::close(STDIN_FILENO);
  EXPECT_THAT(error_of([] { files::open("-"); }), HasSubstr("standard input: cannot be opened"));
  ::dup2(before, STDIN_FILENO);
  ::close(before);
}

TEST(input, named_pipe) {
  const temporary_folder folder;
  const std::string path = folder.path("x.npy");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << one_to_three; });
  EXPECT_THAT(read(path).as<double>(), ElementsAre(1, 2, 3));
  writer.join();
}

TEST(input, what_cannot_be_read_as_a_file) {
  const temporary_folder folder;
  EXPECT_THAT(error_of([&] { files::open(folder.path("")); }), HasSubstr("is a directory, expected a file or a pipe"));
  EXPECT_THAT(error_of([&] { files::open(folder.path("none.npy")); }),
              HasSubstr("none.npy: cannot be opened: No such"));
  EXPECT_THAT(error_of([] { files::open("/dev/zero"); }), HasSubstr("is a character device"));
  EXPECT_THAT(error_of([] { files::open(""); }), HasSubstr("cannot be opened"));
  EXPECT_THAT(error_of([&] { files::open(folder.path("x/y")); }), HasSubstr("cannot be opened"));
  EXPECT_THAT(error_of([] { files::open(std::string("a\0b", 3)); }), HasSubstr("NUL"));
  EXPECT_THAT(error_of([] { files::open("a\nb"); }), HasSubstr("a\\x0ab"));
  EXPECT_THAT(error_of([] { files::open(std::string(5000, 'x')); }), HasSubstr("File name too long"));

  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  folder.path("s").copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_THAT(error_of([&] { files::open(folder.path("s")); }), HasSubstr("cannot be opened"));
  ::close(socket);
}

TEST(input, no_permission) {
  const temporary_folder folder;
  const std::string path = folder.write("x.npy", one_to_three);
  ::chmod(path.c_str(), 0);
  const bool is_root = ::geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  EXPECT_THAT(error_of([&] { files::open(path); }), HasSubstr("x.npy: cannot be opened: Permission denied"));
  if (is_root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
}

// Regular, but without a length, and made up as it is read.
TEST(input, files_of_the_kernel) {
  const std::string bytes = "1,2\n";
  const int descriptor = ::memfd_create("x", 0);
  ASSERT_EQ(::write(descriptor, bytes.data(), bytes.size()), 4);
  EXPECT_THAT(read("/proc/self/fd/" + std::to_string(descriptor)).as<double>(), ElementsAre(1, 2));
  ::close(descriptor);
  EXPECT_EQ(read("/proc/sys/kernel/pid_max").bytes.size(), 8u);
}

}  // namespace
}  // namespace warpfold::test
