#include <gtest/gtest.h>

#include <type_traits>

#include "test/reduce/run.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::test {
namespace {

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const error& thrown) {
    return thrown.what();
  }
  return "no error";
}

TEST(op, has_the_names_of_the_table) {
  EXPECT_EQ(name_of(op::count_nonzero), "count_nonzero");
  EXPECT_EQ(op_from_name("argmax"), op::argmax);
  EXPECT_EQ(inputs_of(op::dot), 2);
  EXPECT_EQ(inputs_of(op::sum), 1);
  EXPECT_FALSE(summary_of(op::var).empty());
  EXPECT_EQ(message_of([] { op_from_name("average"); }).substr(0, 44),
            "unknown operator \"average\", expected one of ");
}

TEST(reduction, can_be_finished_again_and_again) {
  const std::vector<double> values = {1, 2, 3};
  for (const op operation : {op::sum, op::prod, op::logsumexp}) {
    reduction so_far(operation, dtype::float64);
    so_far.add(view_of_vector(values));
    const auto first = so_far.finish().values[0].as<double>();
    EXPECT_EQ(so_far.finish().values[0].as<double>(), first);
    so_far.add(view_of_vector(values));
    EXPECT_NE(so_far.finish().values[0].as<double>(), first);
  }
  static_assert(std::is_nothrow_move_constructible_v<reduction> && !std::is_copy_constructible_v<reduction>);
}

TEST(reduction, indexes_across_pieces) {
  reduction place(op::argmin, dtype::int32);
  place.add(view_of_vector(std::vector<std::int32_t>{5, 4}));
  place.add(view_of_vector(std::vector<std::int32_t>{9, 3, 3}));
  EXPECT_EQ(place.finish().values[0].as<std::int64_t>(), 3);
}

TEST(reduction, says_what_is_wrong) {
  const std::vector<float> floats(3);
  const std::vector<double> doubles(3);
  const array_view f = view_of_vector(floats);
  const array_view d = view_of_vector(doubles);
  EXPECT_EQ(message_of([&] { reduction(op::sum, dtype::float32).add(d); }),
            "piece of float64 elements in a reduction of float32");
  EXPECT_EQ(message_of([&] { reduce(op::dot, f, d); }), "piece of float64 elements in a reduction of float32");
  EXPECT_EQ(message_of([&] { reduce(op::dot, f); }), "dot takes two arrays, found one");
  EXPECT_EQ(message_of([&] { reduce(op::sum, f, f); }), "sum takes one array, found two");
  EXPECT_EQ(message_of([&] {
              reduce(op::dot, f, array_view(dtype::float32, floats.data(), {3, 1}));
            }),
            "arrays of shapes (3,) and (3, 1), expected one shape");
  EXPECT_EQ(message_of([&] {
              reduce(op::sum, array_view(dtype::float32, floats.data(), {3}, device{device_type::cuda, 1}),
                     {.engine = engine::cpu});
            }),
            "array is in the memory of cuda:1, expected memory that the cpu engine can read");
  EXPECT_EQ(message_of([&] { reduce(op::min, f, {.threads = -1}); }), "threads is -1, expected 0 or more");
  EXPECT_EQ(message_of([&] { reduce(op::argmin, view_of_vector(std::vector<std::complex<float>>(1))); }),
            "argmin has no meaning for complex64");
  EXPECT_EQ(message_of([&] { reduce(op::sum, f, {.result_dtype = dtype::int64}); }),
            "the result over float32 elements cannot be given as int64");
}

TEST(result_dtype, is_what_the_caller_picks) {
  const std::vector<std::int32_t> integers = {1 << 30, 1 << 30, 1};
  EXPECT_EQ(reduced<double>(op::sum, integers, {.result_dtype = dtype::float64}), 2147483649.0);
  EXPECT_EQ(reduced<float>(op::sum, integers, {.result_dtype = dtype::float32}), 2147483648.0f);
  EXPECT_EQ(reduced<std::uint32_t>(op::sum, integers, {.result_dtype = dtype::uint32}), 2147483649u);
  EXPECT_EQ(message_of([&] { reduced<std::int32_t>(op::sum, integers, {.result_dtype = dtype::int32}); }),
            "sum is 2147483649, which does not fit int32");
  EXPECT_EQ(reduced<std::int32_t>(op::sum, integers, {.overflow = overflow::wrap, .result_dtype = dtype::int32}),
            INT32_MIN + 1);
  EXPECT_EQ(reduced<std::uint8_t>(op::sum, std::vector<std::int8_t>{-1},
                                  {.overflow = overflow::wrap, .result_dtype = dtype::uint8}),
            255);

  const std::vector<float> floats = {0x1p24f, 1, 0x1p-149f};
  EXPECT_EQ(reduced<double>(op::sum, floats, {.result_dtype = dtype::float64}), 16777217.0);
  EXPECT_EQ(static_cast<float>(reduced<bfloat16>(op::mean, floats, {.result_dtype = dtype::bfloat16})), 5603328.0f);
  EXPECT_EQ(reduced<double>(op::prod, std::vector<std::int64_t>(30, 1000), {.result_dtype = dtype::float64}), 1e90);
  EXPECT_EQ(reduced<std::complex<double>>(op::sum, std::vector<std::complex<float>>{{1, 2}},
                                          {.result_dtype = dtype::complex128}),
            std::complex<double>(1, 2));
  EXPECT_THROW(reduced<double>(op::min, floats, {.result_dtype = dtype::float64}), error);
}

TEST(integer_overflow, names_the_exact_value) {
  EXPECT_EQ(message_of([] { reduced<std::int64_t>(op::sum, std::vector<std::int64_t>(3, INT64_MAX)); }),
            "sum is 27670116110564327421, which does not fit int64");
  EXPECT_EQ(message_of([] { reduced<std::int64_t>(op::sum, std::vector<std::int64_t>(3, INT64_MIN)); }),
            "sum is -27670116110564327424, which does not fit int64");
  EXPECT_EQ(message_of([] { reduced<std::uint64_t>(op::sum, std::vector<std::uint64_t>(2, UINT64_MAX)); }),
            "sum is 36893488147419103230, which does not fit uint64");
  EXPECT_EQ(message_of([] { reduced<std::int64_t>(op::prod, std::vector<std::int64_t>(20, 10)); }),
            "prod is 100000000000000000000, which does not fit int64");
  EXPECT_EQ(message_of([] { reduced<std::int64_t>(op::prod, std::vector<std::int64_t>(129, -2)); }),
            "prod is below -2^128, which does not fit int64");
  // Parts that overflow do no harm where the whole does not.
  EXPECT_EQ(reduced<std::int64_t>(op::sum, std::vector<std::int64_t>{INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN}), -2);
  EXPECT_EQ(reduced<std::int64_t>(op::prod, std::vector<std::int64_t>{INT64_MAX, INT64_MAX, INT64_MAX, 0}), 0);
  // Both halves of the 128-bit sums carry.
  std::vector<std::int64_t> many(300'000, INT64_MIN);
  EXPECT_EQ(message_of([&] { reduced<std::int64_t>(op::sum, many); }),
            "sum is -2767011611056432742400000, which does not fit int64");
}

}  // namespace
}  // namespace warpfold::test
