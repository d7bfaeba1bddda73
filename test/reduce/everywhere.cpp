#include "test/reduce/everywhere.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "test/reduce/expectation.hpp"
#include "test/reduce/values.hpp"

namespace warpfold::test {
namespace {

// The elements of a vector in memory of some other arrangement.
struct arrangement {
  std::vector<std::byte> memory;
  array_view view;
};

template <class T>
arrangement arranged(const std::vector<T>& values, const dimensions& shape, const dimensions& strides,
                     std::size_t offset, std::size_t bytes, std::endian order = std::endian::native) {
  arrangement result{std::vector<std::byte>(bytes + 1, std::byte{0x5b}), {}};
  const auto count = static_cast<std::int64_t>(values.size());
  constexpr std::size_t component = sizeof(typename part_type<T>::type);
  for (std::int64_t i = 0; i < count; ++i) {
    std::array<std::byte, sizeof(T)> element;
    const T value = values[static_cast<std::size_t>(i)];
    std::memcpy(element.data(), &value, sizeof(T));
    if (order != std::endian::native) {
      for (std::size_t at = 0; at < sizeof(T); at += component) {
        std::reverse(element.begin() + at, element.begin() + at + component);
      }
    }
    std::int64_t position = static_cast<std::int64_t>(offset);
    std::int64_t rest = i;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      position += rest % shape[axis] * strides[axis];
      rest /= shape[axis];
    }
    std::memcpy(result.memory.data() + position, element.data(), sizeof(T));
  }
  result.view = array_view(dtype_of<T>, result.memory.data() + offset, shape, strides, {}, order);
  return result;
}

template <class T>
arrangement reversed(const std::vector<T>& values) {
  const auto count = static_cast<std::int64_t>(values.size());
  const auto size = static_cast<std::int64_t>(sizeof(T));
  const std::size_t last = values.empty() ? 0 : (values.size() - 1) * 2 * sizeof(T);
  return arranged(values, {count}, {-2 * size}, last, last + sizeof(T));
}

template <class T>
arrangement unaligned(const std::vector<T>& values) {
  return arranged(values, {static_cast<std::int64_t>(values.size())}, {static_cast<std::int64_t>(sizeof(T))}, 1,
                  values.size() * sizeof(T) + 1);
}

template <class T>
arrangement swapped(const std::vector<T>& values) {
  const std::endian other = std::endian::native == std::endian::little ? std::endian::big : std::endian::little;
  return arranged(values, {static_cast<std::int64_t>(values.size())}, {static_cast<std::int64_t>(sizeof(T))}, 0,
                  values.size() * sizeof(T), other);
}

// Rows of `columns` elements with room for three more behind each.
template <class T>
arrangement padded(const std::vector<T>& values, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(values.size()) / columns;
  const auto size = static_cast<std::int64_t>(sizeof(T));
  return arranged(values, {rows, columns}, {(columns + 3) * size, size}, 0,
                  static_cast<std::size_t>(rows * (columns + 3) * size));
}

// Columns that lie one after another, and an axis of one element whose stride means nothing.
template <class T>
arrangement transposed(const std::vector<T>& values, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(values.size()) / columns;
  const auto size = static_cast<std::int64_t>(sizeof(T));
  return arranged(values, {rows, 1, columns}, {size, 12345, rows * size}, 0, values.size() * sizeof(T));
}

// std::vector<bool> has no elements to point to.
template <class T>
struct plain {
  explicit plain(const std::vector<T>& values) : elements(std::make_unique<T[]>(values.size())), size(values.size()) {
    std::copy(values.begin(), values.end(), elements.get());
  }
  array_view view() const { return slice(0, size); }
  array_view slice(std::size_t first, std::size_t count) const {
    return {dtype_of<T>, elements.get() + first, {static_cast<std::int64_t>(count)}};
  }
  std::unique_ptr<T[]> elements;
  std::size_t size;
};

bool same(const result& a, const result& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const scalar& x, const scalar& y) {
                      return x.type() == y.type() && visit_dtype(x.type(), [&](auto tag) {
                               using T = typename decltype(tag)::type;
                               return oracle::same(x.as<T>(), y.as<T>());
                             });
                    });
}

class comparison {
 public:
  comparison(op operation, expectation expected, const options& choice)
      : operation_(operation), expected_(std::move(expected)), choice_(choice) {}

  void check(const char* how, const std::function<result()>& reduced) {
    SCOPED_TRACE(how);
    std::optional<result> found;
    try {
      found = reduced();
    } catch (const error& thrown) {
      EXPECT_TRUE(expected_.error) << name_of(operation_) << ": " << thrown.what();
      return;
    }
    ASSERT_FALSE(expected_.error) << name_of(operation_) << " gave " << to_string(found->values[0])
                                  << ", expected an error";
    EXPECT_TRUE(meets(expected_, *found)) << name_of(operation_);
    if (!first_) first_ = found;
    EXPECT_TRUE(same(*first_, *found)) << name_of(operation_) << " gave " << to_string(first_->values[0]) << " before, "
                                       << to_string(found->values[0]) << " now";
  }
  void check(const char* how, const array_view& a, const array_view& b) {
    check(how, [&] {
      return inputs_of(operation_) == 1 ? reduce(operation_, a, choice_) : reduce(operation_, a, b, choice_);
    });
  }

 private:
  op operation_;
  expectation expected_;
  options choice_;
  std::optional<result> first_;
};

template <element T>
void check_arrangements(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice) {
  comparison compared(operation, expect(operation, a, b, choice), choice);
  const plain<T> whole_a(a);
  const plain<T> whole_b(b);
  compared.check("whole", whole_a.view(), whole_b.view());
  compared.check("reversed", reversed(a).view, reversed(b).view);
  compared.check("unaligned", unaligned(a).view, unaligned(b).view);
  compared.check("swapped and whole", swapped(a).view, whole_b.view());
  for (const std::int64_t columns : {2, 3, 32, 257}) {
    if (a.empty() || static_cast<std::int64_t>(a.size()) % columns != 0) continue;
    compared.check("padded", padded(a, columns).view, padded(b, columns).view);
    compared.check("transposed", transposed(a, columns).view, transposed(b, columns).view);
  }
  compared.check("in pieces", [&] {
    std::mt19937_64 random(a.size());
    reduction pieces(operation, dtype_of<T>, choice);
    for (std::size_t first = 0; first < a.size();) {
      const std::size_t count = std::min<std::size_t>(random() % (random() % 4 == 0 ? 9000 : 50), a.size() - first);
      if (inputs_of(operation) == 1) {
        pieces.add(whole_a.slice(first, count));
      } else {
        pieces.add(whole_a.slice(first, count), whole_b.slice(first, count));
      }
      first += count;
    }
    return pieces.finish();
  });
}

}  // namespace

template <element T>
void check_everywhere(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice) {
  check_arrangements(operation, a, b, choice);
}

template <element T>
void sweep(op operation, const options& choice) {
  std::vector<std::size_t> sizes = {0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97, 127, 129, 257, 514, 1031};
  const bool slow_oracle = operation == op::logsumexp || operation == op::prod;
  if (!slow_oracle) sizes.insert(sizes.end(), {4095, 4096, 4097, 8191, 12289});
  if (slow_oracle && sizeof(T) == 8) sizes.insert(sizes.end(), {4095, 4097});
  for (const std::size_t size : sizes) {
    for (const kind of : {kind::small, kind::near_one, kind::special, kind::anything}) {
      if (std::integral<T> && (of == kind::near_one || of == kind::special)) continue;
      if (operation == op::logsumexp && of == kind::anything && size > 100) continue;  // decided by one element
      // Double precision may overflow on the way.
      const bool wide = sizeof(typename part_type<T>::type) == 8 && choice.accuracy == accuracy::fast;
      if (wide && of == kind::anything) continue;
      SCOPED_TRACE(testing::Message() << name_of(dtype_of<T>) << ", " << size << " values of kind "
                                      << static_cast<int>(of));
      const bool two = inputs_of(operation) == 2;
      check_everywhere<T>(operation, values<T>(of, size, 1), two ? values<T>(of, size, 2) : std::vector<T>(), choice);
      if (testing::Test::HasFailure()) return;
    }
  }
}

#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code)                                                 \
  template void check_everywhere<cpp_type>(op, const std::vector<cpp_type>&, const std::vector<cpp_type>&, \
                                           const options&);                                                \
  template void sweep<cpp_type>(op, const options&);
#include "warpfold/base/dtypes.def"

void sweep_all(op operation, const options& choice) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) sweep<cpp_type>(operation, choice);
#include "warpfold/base/dtypes.def"
}

}  // namespace warpfold::test
