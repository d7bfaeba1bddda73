#include "warpfold/files/npy_writer.hpp"

#include <clocale>
#include <locale>
#include <numeric>

#include "test/files/contents.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

// Writes 1234.5 as "1.234,5".
struct german_numbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class german_locale {
 public:
  german_locale() : before_(std::locale::global(std::locale(std::locale(), new german_numbers))) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE"}) std::setlocale(LC_ALL, name);
  }
  ~german_locale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }

 private:
  std::locale before_;
};

TEST(case_C11, shape_under_a_grouping_locale) {
  const temporary_folder folder;
  const german_locale in_effect;
  const std::vector<float> values(2621 * 401, 1.0f);
  const std::string path = folder.path("x.npy");
  files::write_npy(path, array_view(dtype::float32, values.data(), {2621, 401}));
  EXPECT_THAT(read_file(path).substr(0, 128), testing::HasSubstr("'shape': (2621, 401)"));
  EXPECT_EQ(read(path).shape, (dimensions{2621, 401}));
}

TEST(case_C11, numbers_under_a_locale_with_a_decimal_comma) {
  const temporary_folder folder;
  const german_locale in_effect;
  EXPECT_EQ(read(folder.write("x.csv", "1.5\n")).as<double>(), std::vector<double>{1.5});
  EXPECT_EQ(read(folder.write("y.csv", "1,5\n")).as<double>(), (std::vector<double>{1, 5}));
  EXPECT_EQ(read(folder.write("z.csv", "1234567\n"), {.type = dtype::int64}).as<std::int64_t>(),
            std::vector<std::int64_t>{1234567});
}

TEST(npy_writer, any_strides_and_byte_order) {
  const temporary_folder folder;
  const std::string path = folder.path("x.npy");
  std::vector<std::int16_t> values(12);
  std::iota(values.begin(), values.end(), std::int16_t{0});
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (const array_view& view : {
             array_view(dtype::int16, values.data(), {3, 4}, {}, order),
             array_view(dtype::int16, values.data(), {4, 3}, {2, 8}, {}, order),
             array_view(dtype::int16, values.data() + 11, {12}, {-2}, {}, order),
             array_view(dtype::int16, values.data(), {2, 5}, {0, 2}, {}, order),
             array_view(dtype::int16, values.data(), {}, {}, {}, order),
             array_view(dtype::int16, values.data(), {0, 4}, {}, order),
         }) {
      files::write_npy(path, view);
      const contents all = read(path);
      EXPECT_EQ(all.shape, view.shape());
      EXPECT_EQ(all.bytes, elements_of(view));
    }
  }
}

TEST(npy_writer, a_file_that_cannot_be_written) {
  const std::vector<double> values(1 << 16);
  const array_view view{std::span(values)};
  EXPECT_THAT(error_of([&] { files::write_npy("/nowhere/x.npy", view); }), testing::StartsWith("/nowhere/x.npy: "));
  EXPECT_THAT(error_of([&] { files::write_npy("/dev/full", view); }), testing::StartsWith("/dev/full: "));
}

}  // namespace
}  // namespace warpfold::test
