// The arrays that the user names on the command line, and how to read them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/progress_bar.hpp"
#include "warpfold/base/array_view.hpp"
#include "warpfold/files/array_file.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpfold::tools {

// The options that say what a file cannot say of itself.
class input_choice {
 public:
  void declare_options(CLI::App& app);

  // Opens a file as the command line names it: a path, "-" for standard input, or PATH:PART for one member of an npz
  // file or one column of a csv file, where no file of that whole name exists.
  std::unique_ptr<files::array_file> open(const std::string& argument) const;

  // What --dtype says about the result of reducing `file`: nothing if the option was needed to read it.
  std::optional<dtype> result_dtype(const files::array_file& file) const;

 private:
  files::open_options file_;
};

// Adds the positional FILE..., from `least` to `most` of them.
CLI::Option* declare_files(CLI::App& app, std::vector<std::string>& target, int least, int most,
                           const std::string& meaning);

// Throws CLI::ValidationError where standard input is named more than once.
void require_one_standard_input(const std::vector<std::string>& arguments);

// Hands the array to `take` piece by piece in C order, straight from the mapped file where there is one, and shows how
// far it is. The array was right only if this returns.
void for_each_piece(files::array_file& file, progress_bar& progress,
                    const std::function<void(const array_view&)>& take);

}  // namespace warpfold::tools
