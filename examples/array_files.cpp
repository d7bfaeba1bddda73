// Reductions of arrays in files, which may be larger than memory: .npy, .npz, CSV and raw bytes, or a pipe.
//
// Shows an array that is mapped and reduced where it lies, and one that streams through in pieces. The program links
// warpfold::files. Prints
//
//   mapped: sum 5050 of int32
//   in pieces: mean 2.5 of float64
#include <warpfold/files/array_file.hpp>
#include <warpfold/files/npy_writer.hpp>
#include <warpfold/warpfold.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

int main() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "warpfold_example_array_files";
  std::filesystem::create_directories(folder);

  std::vector<std::int32_t> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  const std::string binary = folder / "numbers.npy";
  warpfold::files::write_npy(binary, numbers);

  // A .npy file knows its dtype and shape. whole() maps it where it can; verify() finds a file that changed meanwhile.
  const auto mapped = warpfold::files::open(binary);
  const warpfold::result sum = warpfold::reduce(warpfold::op::sum, mapped->whole());
  mapped->verify();
  std::printf("mapped: sum %s of %s\n", to_string(sum.values[0]).c_str(), std::string(name_of(mapped->type())).c_str());

  // A table's column arrives in pieces. Memory is bounded, however long the table is.
  const std::string table = folder / "table.csv";
  std::ofstream(table) << "name,price\na,1\nb,2\nc,3\nd,4\n";
  const auto column = warpfold::files::open(table, {.column = "price"});
  warpfold::reduction mean(warpfold::op::mean, column->type());
  column->for_each_piece([&](const warpfold::array_view& piece) { mean.add(piece); });
  std::printf("in pieces: mean %s of %s\n", to_string(mean.finish().values[0]).c_str(),
              std::string(name_of(column->type())).c_str());

  std::filesystem::remove_all(folder);
}
