// A reduction whose operator and element type are known only when the program runs, as of data from elsewhere.
//
// Shows array_view, which describes memory that somebody else owns, reduce(), and what a result is. Prints
//
//   max of int16 is 40
//   mean of every other element of float32 is 2
//   argmax has no meaning for complex128
#include <warpfold/warpfold.hpp>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  // Names as a user or a file would give them; unknown ones are errors that list the known ones.
  const std::vector<std::int16_t> numbers = {10, 40, 20};
  const warpfold::op operation = warpfold::op_from_name("max");
  const warpfold::dtype type = warpfold::dtype_from_name("int16");
  const warpfold::array_view view(type, numbers.data(), {3});
  const warpfold::result greatest = warpfold::reduce(operation, view);
  std::printf("max of %s is %s\n", std::string(name_of(view.type())).c_str(), to_string(greatest.values[0]).c_str());

  // Strides are in bytes, so that any part of any array is a view: here every other element.
  const std::vector<float> floats = {1, 100, 2, 100, 3, 100};
  const warpfold::array_view every_other(warpfold::dtype::float32, floats.data(), {3}, {2 * sizeof(float)});
  const warpfold::result mean = warpfold::reduce(warpfold::op::mean, every_other);
  std::printf("mean of every other element of float32 is %g\n", mean.values[0].as<float>());

  // What has no meaning is an error when it is asked for.
  try {
    warpfold::reduce(warpfold::op::argmax, std::vector<std::complex<double>>{1.0, 2.0});
  } catch (const warpfold::error& wrong) {
    std::printf("%s\n", wrong.what());
  }
}
