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
  // The same with --dtype for some dtypes only, and to another end.
  void declare_options(CLI::App& app, const std::vector<dtype>& types, const std::string& meaning_of_dtype);

  // Opens a file as the command line names it: a path, "-" for standard input, or PATH:PART for one member of an npz
  // file or one column of a csv file, where no file of that whole name exists. Throws CLI::ValidationError where an
  // option names a part, too.
  std::unique_ptr<files::array_file> open(const std::string& argument) const;

  // For where there is no file: throws CLI::ValidationError where there is an option that tells how to read one.
  void require_none() const;
  void require_none_but_dtype() const;

  // What --dtype says, whatever it is needed for.
  std::optional<dtype> type() const { return file_.type; }

  // What --dtype says about the result of reducing `file`: nothing if the option was needed to read it.
  std::optional<dtype> result_dtype(const files::array_file& file) const;

 private:
  files::open_options file_;
};

// Adds the positional FILE..., from `least` to `most` of them.
CLI::Option* declare_files(CLI::App& app, std::vector<std::string>& target, int least, int most,
                           const std::string& meaning);

// Throws CLI::ValidationError where standard input, or a part of it, is named more than once by `option`.
void require_one_standard_input(const std::vector<std::string>& arguments, const std::string& option = "FILE");

// Hands the array to `take` piece by piece in C order, straight from the mapped file where there is one, and shows how
// far it is. The array was right only if this returns.
void for_each_piece(files::array_file& file, progress_bar& progress,
                    const std::function<void(const array_view&)>& take);

}  // namespace warpfold::tools
