#include "warpfold/files/npy_header.hpp"

#include "test/files/contents.hpp"

namespace warpfold::test {
namespace {

using files::npy_header;
using files::parse_npy_header;
using testing::HasSubstr;

void expect_small_array(std::string_view text) {
  const npy_header header = parse_npy_header(text);
  EXPECT_EQ(header.elements.type, dtype::float64);
  EXPECT_EQ(header.elements.byte_order, std::endian::little);
  EXPECT_TRUE(header.fortran_order);
  EXPECT_EQ(header.shape, (dimensions{2, 3}));
}

TEST(npy_header, any_order_of_keys_and_any_blanks) {
  expect_small_array("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }       \n");
  expect_small_array("{'shape':(2,3),'fortran_order':True,'descr':'<f8'}");
  expect_small_array("{\"fortran_order\": True, \"descr\": \"<f8\", \"shape\": (2L, 3L)}");
  expect_small_array("  { 'fortran_order' :\tTrue ,\n'shape' : ( 2 , 3 , ) , 'descr' : '<f8' , } \n\n");
}

TEST(npy_header, what_is_not_the_dict) {
  for (const char* text : {
           "",
           "{",
           "{}",
           "[]",
           "{'descr': '<f8'}",
           "{'descr': '<f8', 'fortran_order': True}",
           "{'descr': '<f8', 'shape': (2, 3)}",
           "{'fortran_order': True, 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}}",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)} x",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3),, }",
           "{, 'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}",
           "{'descr': '<f8' 'fortran_order': True, 'shape': (2, 3)}",
           "{'descr' '<f8', 'fortran_order': True, 'shape': (2, 3)}",
           "{'descr': '<f8', 'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), 'extra': 1}",
           "{'descr': '<f8', 'fortran_order': 1, 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': None, 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': Truely, 'shape': (2, 3)}",
           "{'descr': '<f8', 'fortran_order': True, 'shape': None}",
           "{'descr': None, 'fortran_order': True, 'shape': (2, 3)}",
           "{'Descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}",
           "dict(descr='<f8', fortran_order=True, shape=(2, 3))",
       }) {
    error_of([&] { parse_npy_header(text); });
  }
  EXPECT_THAT(error_of([] { parse_npy_header("{'descr': '<f8', 'fortran_order': True}"); }),
              HasSubstr("header has no 'shape'"));
  const std::string with_nul("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3)}\0", 57);
  error_of([&] { parse_npy_header(with_nul); });
}

TEST(npy_header, round_trip) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    for (const dimensions& shape :
         {dimensions{}, dimensions{0}, dimensions{7}, dimensions{2621, 401}, dimensions{1, 2, 3}}) {
      const std::string bytes = files::to_bytes({{dtype::int16, order}, true, shape});
      EXPECT_EQ(bytes.size() % 64, 0u);
      EXPECT_EQ(bytes.back(), '\n');
      const npy_header header = parse_npy_header(std::string_view(bytes).substr(10));
      EXPECT_EQ(header.elements.type, dtype::int16);
      EXPECT_EQ(header.elements.byte_order, order);
      EXPECT_TRUE(header.fortran_order);
      EXPECT_EQ(header.shape, shape);
    }
  }
}

}  // namespace
}  // namespace warpfold::test
