#include "tools/laboratory/kernel_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warpfold/base/error.hpp"

extern char** environ;

namespace warpfold::tools {
namespace {

// Capabilities below this are compiled for it: today's compilers know no older ones, and the PTX runs on all.
constexpr int least_capability = 75;

// A folder that vanishes with its contents.
class temporary_folder {
 public:
  temporary_folder() {
    const char* const chosen = std::getenv("TMPDIR");
    const std::string where = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
    std::string name = where + "/warpfold-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw error(fmt::format("a temporary folder cannot be made in {}: {}", where, std::strerror(errno)));
    }
    path_ = name;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string compiler() {
  if (const char* chosen = std::getenv("CUDACXX"); chosen != nullptr && *chosen != '\0') return chosen;
  const char* const path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    const auto candidate = std::filesystem::path(folder) / "nvcc";
    if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return WARPFOLD_NVCC;
}

// Runs a program with its output in `log` and waits for it. Whether it ended well.
bool run(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t redirections;
  posix_spawn_file_actions_init(&redirections);
  posix_spawn_file_actions_addopen(&redirections, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&redirections, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, arguments[0], &redirections, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&redirections);
  if (problem != 0) throw error(fmt::format("{}: {}", command[0], std::strerror(problem)));

  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw error(fmt::format("{}: {}", command[0], std::strerror(errno)));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The first line that tells of an error, or the first at all.
std::string first_complaint(const std::string& log) {
  std::string_view rest = log;
  std::string_view first = rest.substr(0, rest.find('\n'));
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.find("error") != std::string_view::npos) return std::string(line);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return std::string(first);
}

std::string compiled(const std::string& path, int capability) {
  contents_of(path);  // so that a file that is not there is told of in our words
  const temporary_folder folder;
  const std::string ptx = folder / "kernel.ptx", log = folder / "log";
  const std::vector<std::string> command = {
      compiler(), "-ptx",      fmt::format("-arch=sm_{}", std::max(capability, least_capability)),
      "-O3",      "-lineinfo", "-std=c++17",
      "-o",       ptx,         path};
  if (command[0].empty())
    throw error(fmt::format("{}: no CUDA compiler found: set CUDACXX, or compile it to PTX", path));
  if (!run(command, log)) {
    const std::string complaint = first_complaint(contents_of(log));
    throw error(fmt::format("{}: does not compile: {}", path, complaint.empty() ? command[0] + " failed" : complaint));
  }
  return contents_of(ptx);
}

}  // namespace

std::string contents_of(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw error(fmt::format("{}: is a folder, expected a file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw error(fmt::format("{}: {}", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string ptx_of(const std::string& path, int capability) {
  return path.ends_with(".cu") ? compiled(path, capability) : contents_of(path);
}

}  // namespace warpfold::tools
