#include "warpfold/reduce/saved_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/exact/accumulator.hpp"

namespace warpfold {
namespace {

using exact::accumulator;
using exact::product_accumulator;

constexpr std::string_view mark = "warpfold";
constexpr std::uint32_t version = 1;
constexpr std::size_t dtype_bytes = 16;

// The widths of the sums, in digits, in their order.
std::vector<std::size_t> widths_of(summands of, dtype type) {
  const std::size_t parts = category_of(type) == dtype_category::complex ? 2 : 1;
  switch (of) {
    case summands::elements:
      return std::vector<std::size_t>(parts, accumulator::digits);
    case summands::magnitudes:
      return {accumulator::digits};
    case summands::products:
      return std::vector<std::size_t>(parts, product_accumulator::digits);
    case summands::squares:
      return {product_accumulator::digits};
    case summands::elements_and_squares:
      return {accumulator::digits, product_accumulator::digits};
  }
  return {};
}

std::string_view name_of(summands of) {
  switch (of) {
    case summands::elements:
      return "elements";
    case summands::magnitudes:
      return "magnitudes";
    case summands::products:
      return "products";
    case summands::squares:
      return "squares";
    case summands::elements_and_squares:
      return "elements and squares";
  }
  return "unknown";
}

// The check value that gzip and PNG use: of the bits, the lowest first, divided by the polynomial 0x04c11db7.
std::uint32_t crc32(std::span<const std::byte> bytes) {
  std::uint32_t remainder = 0xffffffff;
  for (const std::byte byte : bytes) {
    remainder ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ (remainder % 2 != 0 ? 0xedb88320 : 0);
  }
  return ~remainder;
}

class writer {
 public:
  template <class Integer>
  void put(Integer value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes_.push_back(static_cast<std::byte>(bits >> (8 * i)));
  }
  void put(std::string_view text, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) put(static_cast<std::uint8_t>(i < text.size() ? text[i] : 0));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

[[noreturn]] void refuse(const std::string& found, const std::string& expected) {
  throw error("not an accumulator: " + found + ", expected " + expected);
}

class reader {
 public:
  explicit reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class Integer>
  Integer get() {
    std::uint64_t bits = 0;
    const auto bytes = take(sizeof(Integer));
    for (std::size_t i = 0; i < bytes.size(); ++i) bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return static_cast<Integer>(bits);
  }
  std::string get_text(std::size_t width) {
    std::string text;
    for (const std::byte byte : take(width)) text += static_cast<char>(byte);
    return text.substr(0, text.find_last_not_of('\0') + 1);
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::span<const std::byte> take(std::size_t count) {
    if (rest_.size() < count) refuse("it ends early", "a whole file");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  std::span<const std::byte> rest_;
};

dtype dtype_named(const std::string& name) {
  try {
    return dtype_from_name(name);
  } catch (const error&) {
    refuse("elements of an unknown type", "a dtype");
  }
}

bool is_sign_digit(std::uint32_t digit) {
  return digit == 0 || digit == 0xffffffff;
}

saved_sum get_sum(reader& from, std::size_t width) {
  saved_sum sum{};
  const auto met = from.get<std::uint32_t>();
  if (met > static_cast<std::uint32_t>(sum_class::nan)) refuse("a sum of class " + std::to_string(met), "5 at most");
  sum.met = static_cast<sum_class>(met);
  sum.digits.resize(width);
  for (std::uint32_t& digit : sum.digits) digit = from.get<std::uint32_t>();
  const bool zero = std::all_of(sum.digits.begin(), sum.digits.end(), [](std::uint32_t digit) { return digit == 0; });
  if (sum.met != sum_class::finite && !zero) refuse("a value in a sum that has none", "zero");
  if (!is_sign_digit(sum.digits.back())) refuse("a sum too large for any elements", "a smaller one");
  return sum;
}

void require_whole(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(std::uint32_t)) refuse(std::to_string(bytes.size()) + " bytes", "more");
  const auto checked = bytes.first(bytes.size() - sizeof(std::uint32_t));
  if (reader(bytes.last(sizeof(std::uint32_t))).get<std::uint32_t>() != crc32(checked)) {
    refuse("its bytes do not match their check value", "a file as it was written");
  }
}

}  // namespace

std::string description(const saved_sums& sums) {
  return "the sum of " + std::string(name_of(sums.of)) + " of " + std::string(name_of(sums.type));
}

std::vector<std::byte> encode(const saved_sums& sums) {
  writer to;
  to.put(mark, mark.size());
  to.put(version);
  to.put(static_cast<std::uint32_t>(sums.of));
  to.put(name_of(sums.type), dtype_bytes);
  to.put(sums.count);
  for (const saved_sum& sum : sums.sums) {
    to.put(static_cast<std::uint32_t>(sum.met));
    for (const std::uint32_t digit : sum.digits) to.put(digit);
  }
  to.put(crc32(to.bytes()));
  return to.bytes();
}

saved_sums decode(std::span<const std::byte> bytes) {
  reader from(bytes);
  if (from.get_text(mark.size()) != mark)
    refuse("it does not begin with \"warpfold\"", "what save() or --accumulator wrote");
  const auto written = from.get<std::uint32_t>();
  if (written != version) refuse("version " + std::to_string(written), "version " + std::to_string(version));
  require_whole(bytes);
  saved_sums sums{};
  const auto of = from.get<std::uint32_t>();
  if (of > static_cast<std::uint32_t>(summands::elements_and_squares)) {
    refuse("a sum of kind " + std::to_string(of), "4 at most");
  }
  sums.of = static_cast<summands>(of);
  sums.type = dtype_named(from.get_text(dtype_bytes));
  sums.count = from.get<std::int64_t>();
  if (sums.count < 0) refuse(std::to_string(sums.count) + " elements", "0 or more");
  for (const std::size_t width : widths_of(sums.of, sums.type)) sums.sums.push_back(get_sum(from, width));
  if (from.left() != sizeof(std::uint32_t)) {
    refuse(std::to_string(bytes.size()) + " bytes", std::to_string(bytes.size() - from.left() + sizeof(std::uint32_t)));
  }
  return sums;
}

template <class Accumulator>
saved_sum to_saved(Accumulator sum, std::int64_t count) {
  const exact::exceptional_counts counts = sum.counts();
  saved_sum saved{sum_class::finite, std::vector<std::uint32_t>(Accumulator::digits)};
  if (count == 0) {
    saved.met = sum_class::empty;
  } else if (counts.nan()) {
    saved.met = sum_class::nan;
  } else if (counts.positive_infinities != 0) {
    saved.met = sum_class::positive_infinity;
  } else if (counts.negative_infinities != 0) {
    saved.met = sum_class::negative_infinity;
  } else if (counts.zero_is_negative()) {
    saved.met = sum_class::negative_zeros;
  } else {
    sum.normalize();
    for (int i = 0; i < Accumulator::digits; ++i) {
      saved.digits[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(sum.digit(i));
    }
  }
  return saved;
}

template <class Accumulator>
Accumulator to_accumulator(const saved_sum& sum) {
  Accumulator result;
  for (int i = 0; i < Accumulator::digits; ++i) {
    const std::uint32_t digit = sum.digits[static_cast<std::size_t>(i)];
    const bool top = i == Accumulator::digits - 1;
    result.add_scaled(top ? exact::int128{static_cast<std::int32_t>(digit)} : exact::int128{digit},
                      Accumulator::least_exponent + Accumulator::digit_bits * i);
  }
  exact::exceptional_counts& counts = result.counts();
  counts.nans = sum.met == sum_class::nan ? 1 : 0;
  counts.positive_infinities = sum.met == sum_class::positive_infinity ? 1 : 0;
  counts.negative_infinities = sum.met == sum_class::negative_infinity ? 1 : 0;
  counts.negative_zeros = sum.met == sum_class::negative_zeros ? 1 : 0;
  counts.others = sum.met != sum_class::empty && sum.met != sum_class::negative_zeros ? 1 : 0;
  return result;
}

template saved_sum to_saved(accumulator sum, std::int64_t count);
template saved_sum to_saved(product_accumulator sum, std::int64_t count);
template accumulator to_accumulator(const saved_sum& sum);
template product_accumulator to_accumulator(const saved_sum& sum);

int192 to_integer(const saved_sum& sum) {
  const bool wide = sum.digits.size() > accumulator::digits;
  const auto ones = sum.digits.begin() + -(wide ? product_accumulator::least_exponent : accumulator::least_exponent) /
                                             accumulator::digit_bits;
  const auto beyond = ones + 6;
  const bool integral = std::all_of(sum.digits.begin(), ones, [](std::uint32_t digit) { return digit == 0; });
  const std::uint32_t sign = sum.digits.back();
  const bool fits = (beyond[-1] ^ sign) >> 31 == 0 &&
                    std::all_of(beyond, sum.digits.end(), [&](std::uint32_t digit) { return digit == sign; });
  if (sum.met > sum_class::finite || !integral || !fits) {
    throw error("accumulator holds no sum of integers, expected one");
  }
  const auto two_digits = [&](int first) { return std::uint64_t{ones[first + 1]} << 32 | ones[first]; };
  int192 value;
  value.low = two_digits(0);
  value.high = static_cast<int128>(uint128{two_digits(4)} << 64 | two_digits(2));
  return value;
}

}  // namespace warpfold
