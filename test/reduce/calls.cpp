#include "warpfold/warpfold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <list>
#include <numeric>

namespace warpfold::test {
namespace {

TEST(calls, give_what_their_operators_do) {
  const std::vector<float> floats = {3, 1, 4, 1, 5};
  const std::array<int, 5> ints = {3, 1, -4, 1, 5};
  static_assert(std::same_as<decltype(sum(floats)), float>);
  static_assert(std::same_as<decltype(sum(ints)), std::int64_t>);
  static_assert(std::same_as<decltype(mean(ints)), double>);
  static_assert(std::same_as<decltype(prod(ints)), std::int64_t>);
  static_assert(std::same_as<decltype(any(ints)), bool>);
  static_assert(std::same_as<decltype(minmax(ints)), std::array<int, 2>>);
  EXPECT_EQ(sum(floats), 14);
  EXPECT_EQ(sum(ints), 6);
  EXPECT_EQ(sum(std::span<const float>(floats)), 14);
  EXPECT_EQ(prod(ints), -60);
  EXPECT_EQ(min(ints), -4);
  EXPECT_EQ(max(floats), 5);
  EXPECT_EQ(minmax(ints), (std::array{-4, 5}));
  EXPECT_EQ(argmin(floats), 1);
  EXPECT_EQ(argmax(floats), 4);
  EXPECT_EQ(mean(floats), 2.8f);
  EXPECT_EQ(var(ints, {.ddof = 1}), 11.2);
  EXPECT_EQ(warpfold::std(ints, {.ddof = 1}), std::sqrt(11.2));
  EXPECT_EQ(norm(ints, {.order = norm_order::one}), 14);
  EXPECT_EQ(dot(ints, ints), 52);
  EXPECT_EQ(count_nonzero(floats), 5);
  EXPECT_TRUE(all(floats));
  EXPECT_NEAR(logsumexp(floats), 5.43168f, 1e-4f);
  EXPECT_THROW(min(std::vector<double>()), error);
  EXPECT_THROW(dot(floats, std::vector<float>(4)), error);
  EXPECT_THROW(sum(ints, {.result_dtype = dtype::float64}), error);
  EXPECT_THROW(prod(ints, {.result_dtype = dtype::float64}), error);
  EXPECT_EQ(sum(std::vector<double>{1, std::nan(""), 2}, {.nan = nan_mode::skip}), 3);
}

TEST(calls, give_the_same_above_the_size_of_threads) {
  std::vector<double> values(1'000'000);
  std::iota(values.begin(), values.end(), 0.0);
  EXPECT_EQ(sum(values), 499999500000.0);
  EXPECT_EQ(sum(values, {.accuracy = accuracy::fast}), sum(values, {.accuracy = accuracy::fast, .threads = 1}));
  EXPECT_EQ(argmax(values), 999'999);
  EXPECT_EQ(dot(values, values), 333332833333500000.0);
}

static_assert(reducible_by<std::vector<double>, op::min>);
static_assert(!reducible_by<std::vector<std::complex<double>>, op::min>);
static_assert(reducible_by<std::vector<std::complex<double>>, op::sum>);
static_assert(!reducible_by<std::list<double>, op::min>);
static_assert(!reducible_by<std::vector<bool>, op::any>);
static_assert(!reducible_by<std::vector<char>, op::sum>);

TEST(calls, take_a_pointer_and_a_count) {
  std::vector<double> values = {1, 2, 3, 4};
  const double* const constant = values.data();
  EXPECT_EQ(sum(values.data(), 3), 6);
  EXPECT_EQ(sum(constant, std::size_t{3}), 6);
  EXPECT_EQ(sum(constant, 0), 0);
  EXPECT_EQ(var(constant, 4, {.ddof = 1}), 5.0 / 3);
  EXPECT_EQ(dot(values.data(), constant, 3), 14);
  EXPECT_EQ(dot(constant, constant, 4u, {.threads = 1}), 30);
  EXPECT_THROW(sum(constant, -1), error);
  EXPECT_THROW(dot(constant, constant, -1), error);
}

TEST(calls, take_iterators) {
  const std::vector<float> values = {3, 1, 4, 1, 5};
  EXPECT_EQ(sum(values.begin(), values.end()), 14);
  EXPECT_EQ(argmax(values.begin() + 1, values.end()), 3);
  EXPECT_EQ(norm(values.cbegin(), values.cend(), {.order = norm_order::one}), 14);
  EXPECT_EQ(sum(values.data(), values.data() + 2), 4);
  EXPECT_EQ(sum(values.begin(), 2), 4);
  EXPECT_EQ(dot(values.begin(), values.end(), values.begin()), 52);
  EXPECT_EQ(dot(values.begin(), values.end(), values.data()), 52);
  EXPECT_EQ(dot(values.begin(), values.begin() + 2, values.begin() + 1, {.threads = 1}), 7);
  EXPECT_THROW(sum(values.end(), values.begin()), error);
}

TEST(calls, take_whatever_holds_elements_one_after_another) {
  int numbers[] = {3, 1, -4};
  const int constants[] = {3, 1, -4};
  const options sequential{.threads = 1};
  options changeable;
  EXPECT_EQ(sum(numbers), 0);
  EXPECT_EQ(sum(constants, sequential), 0);
  EXPECT_EQ(sum(constants, changeable), 0);
  EXPECT_EQ(sum(numbers, 2), 4);
  EXPECT_EQ(sum(numbers, numbers + 2), 4);
  EXPECT_EQ(dot(numbers, constants), 26);
  EXPECT_EQ(dot(numbers, constants, 2), 10);
  EXPECT_EQ(dot(numbers, std::vector(constants, constants + 3)), 26);
  EXPECT_EQ(max(std::span<int, 3>(numbers)), 3);
  EXPECT_EQ(max(std::vector<double>{1, 2}), 2);
  EXPECT_EQ(sum(std::array<float, 0>()), 0);
  EXPECT_EQ(dot(std::vector<float>(), std::vector<float>(), {.nan = nan_mode::skip}), 0);
}

TEST(calls, take_either_of_two_equal_integer_types) {
  static_assert(std::same_as<decltype(max(std::vector<long long>())), std::int64_t>);
  EXPECT_EQ(sum(std::vector<long>{1, 2}), 3);
  EXPECT_EQ(sum(std::vector<long long>{1, 2}), 3);
  EXPECT_EQ(sum(std::vector<unsigned long long>{1, 2}), 3u);
  EXPECT_EQ(dot(std::vector<long long>{1, 2}, std::vector<long>{3, 4}), 11);
}

TEST(calls, run_on_the_engine_that_is_asked_for) {
  const std::vector<float> values = {1, 2, 3};
  if (kernel_target().empty()) GTEST_SKIP() << "built without kernels";
  EXPECT_EQ(sum(values, {.engine = engine::simt}), 6);
  EXPECT_EQ(dot(values, values, {.engine = engine::simt}), 14);
  EXPECT_EQ(prod(values, {.engine = engine::simt}), 6);
  EXPECT_EQ(dot(std::vector<float>(), std::vector<float>(), {.engine = engine::simt}), 0);
}

// The shape of std::mdspan, with strides in elements.
template <class T>
struct matrix {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  static constexpr std::size_t rank() { return 2; }
  std::size_t extent(std::size_t axis) const { return extents[axis]; }
  std::size_t stride(std::size_t axis) const { return strides[axis]; }
  T* data_handle() const { return data; }
  T* data;
  std::array<std::size_t, 2> extents;
  std::array<std::size_t, 2> strides;
};

TEST(calls, take_mdspans) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  const matrix<const float> corner{values.data(), {2, 2}, {3, 1}};
  EXPECT_EQ(sum(corner), 12);
  EXPECT_EQ(argmax(corner), 3);
  EXPECT_EQ(minmax(corner), (std::array{1.0f, 5.0f}));
  EXPECT_EQ(dot(corner, corner), 46);
  EXPECT_EQ(prod(corner), 40);
  EXPECT_EQ(reduce(op::max, corner).values[0].as<float>(), 5);
  EXPECT_THROW(dot(corner, values), error);
}

TEST(reduce, takes_whatever_holds_elements_one_after_another) {
  const std::vector<float> values = {1, 3, 2};
  const int numbers[] = {3, 1, -4};
  EXPECT_EQ(reduce(op::max, values).values[0].as<float>(), 3);
  EXPECT_EQ(reduce(op::max, std::span(values)).values[0].as<float>(), 3);
  EXPECT_EQ(reduce(op::argmin, numbers, {.threads = 1}).values[0].as<std::int64_t>(), 2);
  EXPECT_EQ(reduce(op::dot, values, values).values[0].as<float>(), 14);
  EXPECT_EQ(reduce(op::sum, std::vector<long long>{1, 2}).values[0].as<std::int64_t>(), 3);
}

// The structs of dlpack.h.
struct dl_device {
  int device_type;
  std::int32_t device_id;
};
struct dl_dtype {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
};
struct dl_tensor {
  void* data;
  dl_device device;
  std::int32_t ndim;
  dl_dtype dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

TEST(dlpack, tensors_are_viewed) {
  std::array<std::int16_t, 6> values = {1, 2, 3, 4, 5, 6};
  std::array<std::int64_t, 2> shape = {2, 2};
  std::array<std::int64_t, 2> strides = {-3, 2};
  dl_tensor tensor{values.data(), {1, 0}, 2, {0, 16, 1}, shape.data(), strides.data(), 6};
  EXPECT_EQ(reduce(op::sum, view_of(tensor)).values[0].as<std::int64_t>(), 4 + 6 + 1 + 3);
  tensor.strides = nullptr;
  tensor.byte_offset = 2;
  EXPECT_EQ(reduce(op::sum, view_of(tensor)).values[0].as<std::int64_t>(), 2 + 3 + 4 + 5);
  EXPECT_EQ(view_of(tensor).type(), dtype::int16);
  tensor.dtype = {2, 16, 1};
  EXPECT_EQ(view_of(tensor).type(), dtype::float16);
  tensor.dtype = {4, 16, 1};
  EXPECT_EQ(view_of(tensor).type(), dtype::bfloat16);
  tensor.dtype = {6, 8, 1};
  EXPECT_EQ(view_of(tensor).type(), dtype::boolean);
  tensor.dtype = {5, 64, 1};
  EXPECT_EQ(view_of(tensor).type(), dtype::complex64);
  tensor.dtype = {2, 32, 4};
  EXPECT_THROW(view_of(tensor), error);
  tensor.dtype = {2, 32, 1};
  tensor.device = {2, 3};
  EXPECT_EQ(view_of(tensor).where(), (device{device_type::cuda, 3}));
  tensor.device = {10, 0};
  EXPECT_THROW(view_of(tensor), error);
}

}  // namespace
}  // namespace warpfold::test
