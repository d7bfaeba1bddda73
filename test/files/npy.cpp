#include "warpfold/files/npy.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/temporary_folder.hpp"
#include "warpfold/files/npy_dtype.hpp"

namespace warpfold::test {
namespace {

using files::npy_dtype;
using testing::HasSubstr;

constexpr dtype all_dtypes[] = {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) dtype::name,
#include "warpfold/base/dtypes.def"
};

// `count` elements without meaning, whose bytes all differ where they can.
std::string some_elements(dtype type, std::int64_t count) {
  std::string bytes(static_cast<std::size_t>(count) * size_of(type), '\0');
  std::iota(bytes.begin(), bytes.end(), static_cast<char>(1));
  if (type == dtype::boolean) {
    for (char& byte : bytes) byte = static_cast<char>(byte & 1);
  }
  return bytes;
}

class npy_file : public testing::Test {
 protected:
  std::string write(std::string_view bytes) { return folder_.write("x.npy", bytes); }
  std::string error_of_file(std::string_view bytes) {
    return error_of([&] { read(write(bytes)); });
  }

  temporary_folder folder_;
};

class case_C2 : public npy_file {};
class case_C3 : public npy_file {};
class case_C5 : public npy_file {};
class case_C6 : public npy_file {};
class case_C7 : public npy_file {};
class case_C8 : public npy_file {};
class case_C9 : public npy_file {};
class case_C10 : public npy_file {};

std::vector<std::int32_t> counting(int count) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST_F(case_C2, header_of_any_version_and_length) {
  const std::vector<std::int32_t> values = counting(40);
  for (const int version : {1, 2, 3}) {
    for (const std::size_t padding : {0u, 1u, 2u, 3u, 7u, 63u, 200u, 256u, 1000u, 9900u, 60000u}) {
      const std::string text = npy_dict("<i4", "(10,4,)") + std::string(padding, ' ');
      const std::string bytes = npy_bytes(text, bytes_of(values), version);
      for (const contents& all : {read(write(bytes)), read_from_pipe(bytes)}) {
        EXPECT_EQ(all.shape, (dimensions{10, 4}));
        const std::vector<std::int32_t> found = all.as<std::int32_t>();
        EXPECT_EQ(found, values);
        EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0), 780);
      }
    }
  }
}

TEST_F(case_C2, elements_at_byte_73) {
  const std::string text = "{'descr':'<i4','fortran_order':False,'shape':(10,4,)}";
  const std::string start = npy_bytes(text + std::string(73 - 12 - text.size(), ' '), "", 2);
  ASSERT_EQ(start.size(), 73u);
  EXPECT_EQ(read(write(start + bytes_of(counting(40)))).as<std::int32_t>(), counting(40));
}

TEST_F(case_C2, header_longer_than_version_1_can_say) {
  for (const int version : {2, 3}) {
    const std::string text = npy_dict("<i4", "(40,)") + std::string(70000, ' ') + "\n";
    EXPECT_EQ(read(write(npy_bytes(text, bytes_of(counting(40)), version))).as<std::int32_t>(), counting(40));
  }
}

TEST_F(case_C2, unknown_versions) {
  for (int version = 0; version < 256; ++version) {
    if (1 <= version && version <= 3) continue;
    EXPECT_THAT(error_of_file(npy_bytes(npy_dict("<i4", "(1,)"), "1234", version)),
                HasSubstr("expected 1.0, 2.0 or 3.0"));
  }
}

TEST_F(case_C3, both_byte_orders) {
  EXPECT_EQ(read(write(npy_bytes(">f8", "(3,)", swapped(bytes_of<double>({1, 2, 3}), 8)))).as<double>(),
            (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(read(write(npy_bytes(">i4", "(2,)", swapped(bytes_of<std::int32_t>({1, 256}), 4)))).as<std::int32_t>(),
            (std::vector<std::int32_t>{1, 256}));
  for (const dtype type : all_dtypes) {
    const std::string elements = some_elements(type, 6);
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      const std::string descr = files::to_npy_descr({type, order});
      const std::string stored = order == std::endian::native ? elements : swapped(elements, word_size(type));
      const std::string bytes = npy_bytes(descr, "(2, 3)", stored);
      for (const contents& all : {read(write(bytes)), read_from_pipe(bytes)}) {
        EXPECT_EQ(all.type, type);
        EXPECT_EQ(all.shape, (dimensions{2, 3}));
        EXPECT_EQ(all.bytes, elements) << descr;
      }
    }
  }
}

TEST_F(case_C5, no_axes) {
  const std::string bytes = npy_bytes("<f8", "()", bytes_of<double>({5.0}));
  EXPECT_EQ(read(write(bytes)).as<double>(), std::vector<double>{5.0});
  for (const dtype type : all_dtypes) {
    for (const bool fortran_order : {false, true}) {
      const std::string elements = some_elements(type, 1);
      const std::string file =
          npy_bytes(files::to_npy_descr({type, std::endian::native}), "()", elements, fortran_order);
      for (const contents& all : {read(write(file)), read_from_pipe(file)}) {
        EXPECT_EQ(all.shape, dimensions{});
        EXPECT_EQ(all.bytes, elements);
      }
    }
  }
}

TEST_F(case_C6, odd_shapes) {
  const std::string elements = bytes_of<std::int64_t>({0, 1, 2});
  EXPECT_EQ(read(write(npy_bytes("<i8", "(3L,)", elements))).as<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_THAT(error_of_file(npy_bytes("<i8", "(np.int64(3),)", elements)), HasSubstr("expected an integer"));
  EXPECT_THAT(error_of_file(npy_bytes("<i8", "3", elements)), HasSubstr("expected a tuple of integers"));
  EXPECT_THAT(error_of_file(npy_bytes("<i8", "(3)", elements)), HasSubstr("expected ','"));
  EXPECT_THAT(error_of_file(npy_bytes("<i8", "(-3,)", elements)), HasSubstr("shape (-3,) has a negative extent"));
  EXPECT_THAT(error_of_file(npy_bytes("<ixy", "(3,)", elements)), HasSubstr("dtype '<ixy' is not supported"));
}

TEST_F(case_C6, errors_name_the_file) {
  for (const char* shape : {"3", "(-3,)", "(99999999999999999999,)"}) {
    EXPECT_THAT(error_of_file(npy_bytes("<i8", shape, "")), testing::StartsWith(folder_.path("x.npy") + ": "));
  }
}

TEST_F(case_C7, structured_elements) {
  const std::string text =
      "{'descr': [('i', '<i4'), ('j', '<i4'), ('k', '<f8')], 'fortran_order': False, 'shape': (3,)}";
  EXPECT_THAT(error_of_file(npy_bytes(text, std::string(48, '\1'))), HasSubstr("structured"));
  const std::string sub = "{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (3,)}";
  EXPECT_THAT(error_of_file(npy_bytes(sub, std::string(24, '\1'))), HasSubstr("elements of one type"));
}

TEST_F(case_C8, elements_cut_short_or_left_over) {
  EXPECT_THAT(error_of_file(npy_bytes("<f8", "(4,)", std::string(24, '\0'))),
              HasSubstr("holds 24 bytes of elements, expected 32"));
  for (const dtype type : all_dtypes) {
    const std::string descr = files::to_npy_descr({type, std::endian::native});
    const auto size = static_cast<int>(4 * size_of(type));
    for (int found = 0; found < 2 * size; ++found) {
      if (found == size) continue;
      const std::string bytes = npy_bytes(descr, "(4,)", std::string(static_cast<std::size_t>(found), '\0'));
      const std::string message = error_of_file(bytes);
      EXPECT_THAT(message, HasSubstr("holds " + std::to_string(found) + " bytes"));
      EXPECT_THAT(message, HasSubstr("expected " + std::to_string(size)));
      EXPECT_THAT(error_of([&] { read_from_pipe(bytes); }), HasSubstr(std::to_string(size)));
    }
  }
}

TEST_F(case_C9, every_dtype) {
  EXPECT_EQ(read(write(npy_bytes("|b1", "(3,)", std::string("\1\1\0", 3)))).as<bool>(),
            (std::vector<bool>{true, true, false}));
  using complex = std::complex<float>;
  EXPECT_EQ(read(write(npy_bytes("<c8", "(2,)", bytes_of<complex>({{1, 2}, {3, -4}})))).as<complex>(),
            (std::vector<complex>{{1, 2}, {3, -4}}));
  EXPECT_EQ(read(write(npy_bytes("<f2", "(2,)", bytes_of<float16>({float16(1.5f), float16(2.5f)})))).as<float16>(),
            (std::vector<float16>{float16(1.5f), float16(2.5f)}));
  for (const char* descr : {"<V2", "|V2", "bfloat16"}) {
    EXPECT_EQ(read(write(npy_bytes(descr, "(1,)", bytes_of<bfloat16>({bfloat16(1.5f)})))).as<bfloat16>(),
              std::vector<bfloat16>{bfloat16(1.5f)});
  }
}

TEST_F(case_C9, booleans_are_0_or_1) {
  for (const std::size_t at : {0u, 1u, 4999u, 9999u}) {
    for (const int byte : {2, 3, 127, 128, 255}) {
      std::string elements(10000, '\1');
      elements[at] = static_cast<char>(byte);
      for (const bool fortran_order : {false, true}) {
        const std::string bytes = npy_bytes("|b1", "(100, 100)", elements, fortran_order);
        const std::string expected = "holds a byte of " + std::to_string(byte) + " among booleans, expected 0 or 1";
        EXPECT_THAT(error_of_file(bytes), HasSubstr(expected));
        EXPECT_THAT(error_of([&] { read_from_pipe(bytes); }), HasSubstr(expected));
        const auto file = files::open(write(bytes));
        EXPECT_THAT(error_of([&] { file->mapped(); }), HasSubstr(expected));
      }
    }
  }
}

TEST_F(case_C9, other_dtypes) {
  for (const char* descr : {"|O", "<U5", "|S3",  "<M8[ns]", "<m8[s]", "<f16", "<c32", "|V4",  "<i3",   "",
                            "<",  "i",   "<f8 ", "8",       "<f08",   "f8<",  "<<f8", "<i16", "<u128", "|b2"}) {
    EXPECT_THAT(error_of_file(npy_bytes(descr, "(1,)", std::string(16, '\0'))), HasSubstr("is not supported")) << descr;
  }
}

TEST_F(case_C10, integers_are_not_floats) {
  EXPECT_EQ(read(write(npy_bytes("<i8", "(3,)", bytes_of<std::int64_t>({1, 2, 3})))).as<std::int64_t>(),
            (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(case_C10, zeroed_magic) {
  std::string bytes = npy_bytes("<i8", "(3,)", bytes_of<std::int64_t>({1, 2, 3}));
  for (std::size_t zeros = 1; zeros <= 10; ++zeros) {
    std::string zeroed = bytes;
    std::fill_n(zeroed.begin(), zeros, '\0');
    EXPECT_THAT(error_of_file(zeroed), HasSubstr("magic number"));
  }
}

// Every file that should hold the same numbers does, whatever the order they are stored in.
TEST_F(npy_file, fortran_order) {
  for (const dtype type : all_dtypes) {
    const std::string elements = some_elements(type, 24);
    const std::size_t size = size_of(type);
    std::string stored;
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 2; ++i) stored += elements.substr(((i * 3 + j) * 4 + k) * size, size);
      }
    }
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      const std::string bytes =
          npy_bytes(files::to_npy_descr({type, order}), "(2, 3, 4)",
                    order == std::endian::native ? stored : swapped(stored, word_size(type)), true);
      EXPECT_EQ(read(write(bytes)).bytes, elements);
      EXPECT_EQ(read_from_pipe(bytes).bytes, elements);
      const auto file = files::open(write(bytes));
      EXPECT_EQ(elements_of(file->mapped().value()), elements);
    }
  }
}

TEST_F(npy_file, one_long_axis_in_fortran_order_streams) {
  const std::string bytes = npy_bytes("<i4", "(1, 40, 1)", bytes_of(counting(40)), true);
  const fed_pipe pipe(bytes);
  const auto file = files::open(pipe.path());
  EXPECT_FALSE(file->mapped());
  EXPECT_EQ(read(*file).as<std::int32_t>(), counting(40));
}

TEST_F(npy_file, no_elements) {
  for (const char* shape : {"(0,)", "(0, 3)", "(3, 0)", "(9223372036854775807, 9223372036854775807, 0)", "(0,0,0)"}) {
    for (const bool fortran_order : {false, true}) {
      const std::string bytes = npy_bytes("<f8", shape, "", fortran_order);
      EXPECT_EQ(read(write(bytes)).bytes, "");
      EXPECT_EQ(read_from_pipe(bytes).bytes, "");
      EXPECT_EQ(files::open(write(bytes))->mapped().value().size(), 0);
    }
  }
}

TEST_F(npy_file, absurd_shapes) {
  for (const char* shape :
       {"(9223372036854775807,)", "(9223372036854775807, 2)", "(9223372036854775808,)", "(4294967296, 4294967296)",
        "(1152921504606846976,)", "(-1,)", "(-9223372036854775808,)", "(2, -2)", "(1099511627776,)"}) {
    for (const bool fortran_order : {false, true}) {
      const std::string bytes = npy_bytes("<c16", shape, "0123456789abcdef", fortran_order);
      error_of_file(bytes);
      error_of([&] { read_from_pipe(bytes); });
    }
  }
  std::string deep = "(";
  for (int axis = 0; axis < 33; ++axis) deep += "1, ";
  EXPECT_THAT(error_of_file(npy_bytes("<f8", deep + ")", "01234567")), HasSubstr("more than 32 axes"));
}

TEST_F(npy_file, header_longer_than_the_file) {
  for (const int version : {1, 2, 3}) {
    std::string bytes = npy_bytes(npy_dict("<f8", "(1,)"), "01234567", version);
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes[static_cast<std::size_t>(8 + i)] = '\xff';
    error_of_file(bytes);
    error_of([&] { read_from_pipe(bytes); });
  }
}

// More elements than 32 bits can count; the file has holes instead of bytes.
TEST_F(npy_file, more_than_2_to_the_31_elements) {
  const std::string path = write(npy_bytes("|u1", "(2147483653,)", ""));
  const auto header = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, header + 2147483653);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(-1, std::ios::end).put('\1');
  const auto file = files::open(path);
  const array_view view = file->mapped().value();
  EXPECT_EQ(view.size(), 2147483653);
  EXPECT_EQ(view.data()[0], std::byte{0});
  EXPECT_EQ(view.data()[2147483652], std::byte{1});
}

}  // namespace
}  // namespace warpfold::test
