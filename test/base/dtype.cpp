#include "warpfold/base/dtype.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpfold::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr dtype all_dtypes[] = {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) dtype::name,
#include "warpfold/base/dtypes.def"
};

TEST(dtype, is_that_of_every_integer_type_of_its_size) {
  static_assert(dtype_of<int> == dtype::int32 && dtype_of<unsigned> == dtype::uint32);
  static_assert(dtype_of<long> == (sizeof(long) == 8 ? dtype::int64 : dtype::int32));
  static_assert(dtype_of<unsigned long> == (sizeof(long) == 8 ? dtype::uint64 : dtype::uint32));
  static_assert(dtype_of<long long> == dtype::int64 && dtype_of<const unsigned long long> == dtype::uint64);
  static_assert(!element<char> && !element<wchar_t> && !element<long double>);
}

TEST(dtype, names_are_those_that_users_write) {
  std::vector<std::string_view> names;
  for (const dtype type : all_dtypes) names.push_back(name_of(type));
  EXPECT_THAT(names,
              ::testing::ElementsAre("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
                                     "float16", "bfloat16", "float32", "float64", "complex64", "complex128"));
}

TEST(dtype, is_found_by_its_name) {
  for (const dtype type : all_dtypes) EXPECT_EQ(dtype_from_name(name_of(type)), type);
}

TEST(dtype, rejects_other_names_and_lists_the_known_ones) {
  for (const std::string name : {"", "float", "float128", "Float32", "int8 ", "boolean"}) {
    EXPECT_THAT(
        [&] { dtype_from_name(name); },
        ThrowsMessage<error>(AllOf(HasSubstr("'" + name + "'"), HasSubstr("bool, int8"), HasSubstr("complex128"))));
  }
}

TEST(dtype, sizes_end_their_names) {
  for (const dtype type : all_dtypes) {
    if (type == dtype::boolean) continue;
    const std::string bits = std::to_string(8 * size_of(type));
    EXPECT_TRUE(name_of(type).ends_with(bits)) << name_of(type);
  }
  EXPECT_EQ(size_of(dtype::boolean), 1u);
}

TEST(dtype, categories_follow_the_names) {
  for (const dtype type : all_dtypes) {
    const std::string_view name = name_of(type);
    const dtype_category expected = name == "bool"                ? dtype_category::boolean
                                    : name.starts_with("int")     ? dtype_category::signed_integer
                                    : name.starts_with("uint")    ? dtype_category::unsigned_integer
                                    : name.starts_with("complex") ? dtype_category::complex
                                                                  : dtype_category::floating;
    EXPECT_EQ(category_of(type), expected) << name;
  }
}

TEST(dtype, of_a_type_agrees_with_visiting) {
  for (const dtype type : all_dtypes) {
    visit_dtype(type, [type](auto tag) {
      using T = typename decltype(tag)::type;
      EXPECT_EQ(dtype_of<T>, type);
      EXPECT_EQ(dtype_of<const T>, type);
      EXPECT_EQ(sizeof(T), size_of(type));
    });
  }
}

TEST(dtype, covers_the_integer_types_of_cpp) {
  static_assert(dtype_of<int> == dtype::int32);
  static_assert(dtype_of<long> == dtype::int64 && dtype_of<long long> == dtype::int64);
  static_assert(dtype_of<unsigned long> == dtype::uint64 && dtype_of<unsigned long long> == dtype::uint64);
}

TEST(dtype, excludes_types_that_are_no_elements) {
  static_assert(!element<void*> && !element<std::string> && !element<long double> && !element<wchar_t>);
}

TEST(dtype, rejects_values_outside_the_enumeration) {
  const auto beyond = static_cast<dtype>(std::size(all_dtypes));
  EXPECT_THROW(visit_dtype(beyond, [](auto) {}), error);
}

}  // namespace
}  // namespace warpfold::test
