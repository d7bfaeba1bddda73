// The host side of the gpu engine: memory of every kind, streams of chunks, failures. On the SIMT machine, and on a GPU
// where there is one.
#include "warpfold/reduce/gpu/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "test/reduce/expectation.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/reduce/device_reduction.hpp"

namespace warpfold::test {
namespace {

using devices::memory_kind;
using testing::HasSubstr;

constexpr std::array every_operator{
#define WARPFOLD_OP(name, inputs, summary) op::name,
#include "warpfold/reduce/ops.def"
};
constexpr std::int64_t small_chunk = 16 * 1024;
constexpr device on_gpu{device_type::cuda, 0};

class gpu_engine : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "gpu" && devices::gpu_count() == 0) GTEST_SKIP() << "no GPU";
    std::unique_ptr<devices::machine> made;
    if (GetParam() == "gpu") {
      made = devices::open_gpu();
    } else {
      made = std::make_unique<devices::simt_machine>();
    }
    machine_ = made.get();
    engine_.emplace(std::move(made), small_chunk);
  }

  // Of elements that lie as the views say.
  result reduced(op operation, const std::vector<array_view>& arrays, const options& choice = {}) {
    const dtype type = arrays.front().type();
    const auto partial = cpu::make_partial(operation, type, choice);
    const cpu::walk walk(arrays, partial->laws());
    engine_->add(*partial, {operation, type, choice}, {&walk, 0, walk.size(), 0, true});
    return partial->finish(walk.size());
  }

  devices::buffer on_machine(memory_kind kind, const void* from, std::size_t bytes) {
    devices::buffer held(*machine_, kind, bytes);
    const auto stream = machine_->make_stream();
    machine_->upload(held.address(), from, bytes, *stream);
    stream->synchronize();
    return held;
  }
  static const std::byte* pointer(const devices::buffer& held) {
    return reinterpret_cast<const std::byte*>(held.address());
  }
  // One of the values that lie there.
  scalar value_at(const devices::buffer& held, dtype type, std::size_t index) {
    return visit_dtype(type, [&](auto tag) {
      typename decltype(tag)::type value{};
      const auto stream = machine_->make_stream();
      machine_->download(&value, held.address() + index * sizeof value, sizeof value, *stream);
      stream->synchronize();
      return scalar(value);
    });
  }
  // The machine itself, where it is the SIMT machine.
  simt::machine* simt_machine() const {
    auto* const found = dynamic_cast<devices::simt_machine*>(machine_);
    return found == nullptr ? nullptr : &found->inner();
  }

  devices::machine* machine_ = nullptr;
  std::optional<gpu::engine> engine_;
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const error& e) {
    return e.what();
  }
  return "no error";
}

std::int64_t as_int(const result& found) {
  return found.values.front().as<std::int64_t>();
}

TEST_P(gpu_engine, streams_arrays_of_many_chunks) {
  for (const std::size_t count : {4095, 4096, 4097, 30'000}) {
    const std::vector<std::int32_t> numbers = values<std::int32_t>(kind::anything, count);
    const array_view view(std::span<const std::int32_t>{numbers});
    const std::int64_t exact = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    EXPECT_EQ(as_int(reduced(op::sum, {view})), exact);
    const auto greatest = std::max_element(numbers.begin(), numbers.end()) - numbers.begin();
    EXPECT_EQ(as_int(reduced(op::argmax, {view})), greatest);
  }
}

// Chunks are subtrees of the fixed order.
TEST_P(gpu_engine, chunks_do_not_show_in_a_fixed_order) {
  for (const std::size_t count : {2048, 10'000, 50'001}) {
    const std::vector<float> numbers = values<float>(kind::near_one, count);
    const array_view view(std::span<const float>{numbers});
    for (const options& choice : {options{}, options{.accuracy = accuracy::fast}}) {
      const op operation = choice.accuracy == accuracy::fast ? op::sum : op::prod;
      const result expected = reduce(operation, view, choice);
      EXPECT_EQ(to_string(reduced(operation, {view}, choice).values[0]), to_string(expected.values[0]));
    }
  }
}

TEST_P(gpu_engine, reads_every_kind_of_memory_where_it_lies) {
  const std::vector<std::int16_t> numbers = values<std::int16_t>(kind::small, 5000);
  const std::int64_t exact = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
  for (const auto& [kind, type] : {std::pair{memory_kind::device, device_type::cuda},
                                   {memory_kind::managed, device_type::cuda_managed},
                                   {memory_kind::pinned, device_type::cuda_pinned}}) {
    const devices::buffer held = on_machine(kind, numbers.data(), 2 * numbers.size());
    EXPECT_EQ(as_int(reduced(op::sum, {array_view(dtype::int16, pointer(held), {5000}, device{type, 0})})), exact);
    const array_view every_other(dtype::int16, pointer(held), {50, 50}, {200, 4}, device{type, 0});
    std::int64_t sum_of_these = 0;
    for (std::size_t i = 0; i < numbers.size(); i += 2) sum_of_these += numbers[i];
    EXPECT_EQ(as_int(reduced(op::sum, {every_other})), sum_of_these) << name_of(kind);
  }
}

TEST_P(gpu_engine, reads_backwards_unaligned_and_in_the_other_byte_order) {
  std::vector<std::byte> memory(4 * 1000 + 1);
  std::int64_t exact = 0, place = 0, least = INT64_MAX;
  for (int i = 0; i < 1000; ++i) {
    const std::int32_t value = (i * 7919) % 1000 - 500;
    exact += value;
    if (value < least) {
      least = value;
      place = 999 - i;
    }
    auto bytes = std::bit_cast<std::array<std::byte, 4>>(value);
    std::reverse(bytes.begin(), bytes.end());
    std::copy(bytes.begin(), bytes.end(), memory.begin() + 1 + 4 * i);
  }
  const devices::buffer held = on_machine(memory_kind::device, memory.data(), memory.size());
  const std::endian other = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  const array_view view(dtype::int32, pointer(held) + 1 + 4 * 999, {1000}, {-4}, on_gpu, other);
  EXPECT_EQ(as_int(reduced(op::sum, {view})), exact);
  EXPECT_EQ(as_int(reduced(op::argmin, {view})), place);
}

TEST_P(gpu_engine, allocates_nothing_once_warm) {
  if (simt_machine() == nullptr) GTEST_SKIP() << "only the SIMT machine counts allocations";
  const auto allocations = [&] { return simt_machine()->global().allocations().size(); };
  const std::vector<std::int32_t> numbers = values<std::int32_t>(kind::small, 20'000);
  const devices::buffer held = on_machine(memory_kind::device, numbers.data(), 4 * numbers.size());
  const auto both = [&] {
    reduced(op::sum, {array_view(std::span<const std::int32_t>{numbers})});
    reduced(op::sum, {array_view(dtype::int32, pointer(held), {20'000}, on_gpu)});
  };
  both();
  const std::size_t before = allocations();
  both();
  EXPECT_EQ(allocations(), before);
}

TEST_P(gpu_engine, says_where_memory_is_not) {
  const std::vector<std::int32_t> numbers(100);
  const devices::buffer held = on_machine(memory_kind::device, numbers.data(), 400);
  const auto message = [&](const array_view& view) { return message_of([&] { reduced(op::sum, {view}); }); };
  EXPECT_THAT(message(array_view(dtype::int32, numbers.data(), {100}, on_gpu)), HasSubstr("is not in memory that"));
  EXPECT_THAT(message(array_view(dtype::int32, nullptr, {100}, on_gpu)), HasSubstr("is not in memory that"));
  EXPECT_THAT(message(array_view(dtype::int32, pointer(held), {101}, on_gpu)), HasSubstr("is not in memory that"));
  EXPECT_THAT(message(array_view(dtype::int32, pointer(held), {100}, {-4}, on_gpu)),
              HasSubstr("is not in memory that"));
  EXPECT_THAT(message_of([&] {
                reduced(op::dot, {array_view(dtype::int32, pointer(held), {100}, on_gpu),
                                  array_view(dtype::int32, numbers.data(), {100})});
              }),
              HasSubstr("expected one memory"));
  EXPECT_EQ(as_int(reduced(op::sum, {array_view(dtype::int32, pointer(held), {100}, on_gpu)})), 0);
}

TEST_P(gpu_engine, works_on_after_a_failure) {
  if (simt_machine() == nullptr) GTEST_SKIP() << "only the SIMT machine fails without harm";
  const std::vector<std::int32_t> numbers(5000, 1);
  const array_view view(std::span<const std::int32_t>{numbers});
  EXPECT_EQ(as_int(reduced(op::sum, {view})), 5000);
  simt_machine()->settings().limit = 10;
  EXPECT_NE(message_of([&] { reduced(op::sum, {view}); }), "no error");
  simt_machine()->settings().limit.reset();
  EXPECT_EQ(as_int(reduced(op::sum, {view})), 5000);
}

TEST_P(gpu_engine, gathers_from_the_machine) {
  const std::vector<std::int32_t> numbers = {1, 2, 3, 4, 5, 6};
  const devices::buffer held = on_machine(memory_kind::device, numbers.data(), 24);
  std::array<std::int32_t, 3> found{};
  const std::array whole{array_view(dtype::int32, pointer(held), {6}, on_gpu)};
  engine_->gather(cpu::walk(whole, true), 0, 2, 3, reinterpret_cast<std::byte*>(found.data()), nullptr);
  EXPECT_EQ(found, (std::array{3, 4, 5}));
  const std::array odd{array_view(dtype::int32, pointer(held), {3}, {8}, on_gpu)};
  engine_->gather(cpu::walk(odd, true), 0, 0, 3, reinterpret_cast<std::byte*>(found.data()), nullptr);
  EXPECT_EQ(found, (std::array{1, 3, 5}));
}

// Every operator's result, left in the machine's memory, is what the CPU gives; one launch after another in one stream.
TEST_P(gpu_engine, leaves_results_on_the_machine) {
  const options wrapping{.overflow = overflow::wrap};
  const auto check = [&]<class T>(type_tag<T>, const options& choice, std::size_t size) {
    const std::vector<T> numbers = values<T>(kind::near_one, size);
    const std::span<const T> span(numbers);
    const devices::buffer held = on_machine(memory_kind::device, numbers.data(), size * sizeof(T));
    const devices::buffer out(*machine_, memory_kind::device, 2 * sizeof(std::max_align_t));
    const auto stream = machine_->make_stream();
    for (const op operation : every_operator) {
      const std::vector inputs(static_cast<std::size_t>(inputs_of(operation)), 0);
      std::vector<array_view> there, here;
      for (std::size_t input = 0; input < inputs.size(); ++input) {
        there.emplace_back(dtype_of<T>, pointer(held), dimensions{static_cast<std::int64_t>(size)}, on_gpu);
        here.emplace_back(span);
      }
      const std::string name =
          std::string(name_of(operation)) + " of " + std::to_string(size) + " " + std::string(name_of(dtype_of<T>));
      std::optional<result> expected;
      const std::string refused = message_of([&] {
        expected = here.size() == 2 ? reduce(operation, here[0], here[1], choice) : reduce(operation, here[0], choice);
      });
      const std::string found = message_of([&] {
        const auto prepared = engine_->prepare({operation, dtype_of<T>, choice});
        for (int repeat = 0; repeat < 2; ++repeat) {
          engine_->enqueue(*prepared, there, reinterpret_cast<void*>(out.address()), stream->native());
        }
        stream->synchronize();
      });
      ASSERT_EQ(found, refused) << name;
      if (!expected) continue;
      for (std::size_t i = 0; i < expected->values.size(); ++i) {
        EXPECT_EQ(to_string(value_at(out, expected->values[i].type(), i)), to_string(expected->values[i])) << name;
      }
    }
  };
  for (const std::size_t size : {0, 1, 1000, 50'001}) {
    check(type_tag<std::int32_t>(), wrapping, size);
    check(type_tag<float>(), {}, size);
    check(type_tag<double>(), {.accuracy = accuracy::fast}, size);
  }
}

TEST_P(gpu_engine, leaves_no_number_where_nothing_is_left) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> numbers(1000, nan);
  const devices::buffer held = on_machine(memory_kind::device, numbers.data(), numbers.size() * sizeof(float));
  const devices::buffer out(*machine_, memory_kind::device, 2 * sizeof(std::max_align_t));
  const auto stream = machine_->make_stream();
  const auto left_by = [&](op operation, dtype result) {
    const auto prepared = engine_->prepare({operation, dtype::float32, {.nan = nan_mode::skip}});
    const array_view there(dtype::float32, pointer(held), {1000}, on_gpu);
    engine_->enqueue(*prepared, {{there}}, reinterpret_cast<void*>(out.address()), stream->native());
    stream->synchronize();
    return value_at(out, result, 0);
  };
  EXPECT_TRUE(std::isnan(left_by(op::max, dtype::float32).as<float>()));
  EXPECT_EQ(left_by(op::argmin, dtype::int64).as<std::int64_t>(), -1);
}

TEST_P(gpu_engine, leaves_results_only_where_both_ends_are_its_own) {
  const std::vector<std::int32_t> numbers(100);
  const devices::buffer held = on_machine(memory_kind::device, numbers.data(), 400);
  const auto prepared = engine_->prepare({op::max, dtype::int32, {}});
  const auto message = [&](const array_view& view, void* out) {
    return message_of([&] { engine_->enqueue(*prepared, {{view}}, out, nullptr); });
  };
  const array_view there(dtype::int32, pointer(held), {100}, on_gpu);
  EXPECT_THAT(message(there, nullptr), HasSubstr("result at"));
  EXPECT_THAT(message(array_view(std::span<const std::int32_t>{numbers}), reinterpret_cast<void*>(held.address())),
              HasSubstr("in the memory of the host"));
  EXPECT_EQ(message(there, reinterpret_cast<void*>(held.address())), "no error");
}

TEST(device_reduction, refuses_what_it_could_not_report) {
  EXPECT_THAT(message_of([] { device_reduction(op::sum, dtype::int32); }), HasSubstr("expected overflow wrap"));
  EXPECT_THAT(message_of([] { device_reduction(op::sum, dtype::float32, {.engine = engine::cpu}); }),
              HasSubstr("found engine cpu"));
}

INSTANTIATE_TEST_SUITE_P(on, gpu_engine, testing::Values("simt", "gpu"), [](const auto& each) { return each.param; });

}  // namespace
}  // namespace warpfold::test
