#include "warpfold/simt/ptx/initializer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpfold::simt::ptx {
namespace {

bool can_be_initialized(type kind) {
  return kind != type::pred && kind != type::f16 && kind != type::f16x2 && kind != type::bf16 && kind != type::bf16x2 &&
         kind != type::tf32 && kind != type::b128;
}

double number_of(const constant& of) {
  if (of.floating) return of.real.value;
  return of.is_unsigned ? static_cast<double>(of.bits) : static_cast<double>(static_cast<std::int64_t>(of.bits));
}

}  // namespace

initializer_parser::initializer_parser(declaration_parser& parent, const declaration_head& head,
                                       std::vector<std::uint64_t> dimensions, variable& out)
    : parent_(parent),
      in_(parent.in_),
      out_(out),
      scalar_bytes_(static_cast<std::uint64_t>(size_in_bytes(head.kind))),
      open_ended_(!dimensions.empty() && dimensions.front() == 0 && out.size == 0) {
  if (head.width > 1) dimensions.push_back(static_cast<std::uint64_t>(head.width));
  extents_.assign(dimensions.size(), 1);
  for (std::size_t level = dimensions.size(); level-- > 1;) extents_[level - 1] = extents_[level] * dimensions[level];
  most_scalars_ = open_ended_ ? parent.initial_bytes_left_ / scalar_bytes_ : out.size / scalar_bytes_;
}

void initializer_parser::parse() {
  if (!can_be_initialized(out_.kind)) {
    in_.fail("no initial value of a variable of type ." + std::string(spelling(out_.kind)));
  }
  if (extents_.empty()) {
    scalar(0);
  } else {
    if (!in_.at_symbol("{")) in_.fail("'{'");
    braces(0, 0);
  }
  if (!open_ended_) return;
  const std::uint64_t row = extents_.front();
  out_.size = (reached_ + row - 1) / row * row * scalar_bytes_;
}

// The values of one pair of braces, the first of which is scalar number `first`. Braces may be left out, as in C.
void initializer_parser::braces(std::size_t level, std::uint64_t first) {
  in_.expect_symbol("{");
  const std::uint64_t end = level == 0 ? most_scalars_ : first + extents_[level - 1];
  std::uint64_t next = first;
  while (!in_.accept_symbol("}")) {
    if (next != first) in_.expect_symbol(",");
    if (in_.at_symbol("}")) continue;  // a comma after the last value
    const bool nested = in_.at_symbol("{");
    const std::uint64_t extent = nested ? extents_[level] : 1;
    if (nested) next = first + (next - first + extent - 1) / extent * extent;
    if (next + extent > end) in_.fail("at most " + std::to_string(end - first) + " values");
    if (!nested) {
      scalar(next);
    } else if (level + 1 < extents_.size()) {
      braces(level + 1, next);
    } else {
      in_.fail("a value");
    }
    next += extent;
  }
}

void initializer_parser::scalar(std::uint64_t index) {
  const token at = in_.peek();
  if (at.kind == token_kind::identifier && at.text != "WARP_SZ") {
    address(index, static_cast<int>(scalar_bytes_), 0);
    return;
  }
  const constant number = parse_constant(in_);
  if (in_.at_symbol("(") && !number.floating) {
    masked_address(at, index, number.bits);
  } else {
    store(index, bits_of(at, number));
  }
}

// `0xff00(symbol)`: some bytes of an address.
void initializer_parser::masked_address(const token& at, std::uint64_t index, std::uint64_t mask) {
  const int zeros = std::countr_zero(mask);
  const int ones = std::popcount(mask);
  const bool bytes = mask != 0 && zeros % 8 == 0 && ones % 8 == 0;
  if (!bytes || mask >> zeros != ~std::uint64_t{0} >> (64 - ones)) {
    in_.fail(at, "a mask of whole neighbouring bytes");
  }
  if (static_cast<std::uint64_t>(ones / 8) > scalar_bytes_) in_.fail(at, "a mask no wider than the variable's type");
  in_.expect_symbol("(");
  address(index, ones / 8, zeros / 8);
  in_.expect_symbol(")");
}

void initializer_parser::address(std::uint64_t index, int bytes, int first_byte) {
  initializer_symbol value;
  value.offset = index * scalar_bytes_;
  value.size = bytes;
  value.first_byte = first_byte;
  value.generic = in_.accept_identifier("generic");
  if (value.generic) in_.expect_symbol("(");
  const token name = in_.expect(token_kind::identifier, "a name");
  parent_.referred_.push_back(name);
  value.symbol = name.text;
  value.addend = parse_offset(in_);
  if (value.generic) {
    in_.expect_symbol(")");
    if (value.addend == 0) value.addend = parse_offset(in_);
  }
  reach(index + 1);
  out_.initial_symbols.push_back(std::move(value));
}

std::uint64_t initializer_parser::bits_of(const token& at, const constant& number) const {
  if (out_.kind == type::f64) return std::bit_cast<std::uint64_t>(number_of(number));
  if (out_.kind == type::f32) {
    if (number.floating && number.real.single) return number.real.bits;
    return std::bit_cast<std::uint32_t>(static_cast<float>(number_of(number)));
  }
  if (!number.floating) return number.bits;
  if (scalar_bytes_ != (number.real.single ? 4u : 8u)) in_.fail(at, "an integer");
  return number.real.bits;
}

void initializer_parser::store(std::uint64_t index, std::uint64_t bits) {
  reach(index + 1);
  for (std::uint64_t byte = 0; byte < scalar_bytes_; ++byte) {
    out_.initial[index * scalar_bytes_ + byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
  }
}

// Makes room for the scalars before `end`.
void initializer_parser::reach(std::uint64_t end) {
  reached_ = std::max(reached_, end);
  const std::uint64_t bytes = end * scalar_bytes_;
  const std::uint64_t now = out_.initial.size();
  if (bytes <= now) return;
  if (bytes - now > parent_.initial_bytes_left_) in_.fail("initial values of fewer bytes");
  parent_.initial_bytes_left_ -= bytes - now;
  out_.initial.resize(bytes);
}

}  // namespace warpfold::simt::ptx
