#include "test/simt/conformance/operands.hpp"

#include <bit>
#include <cmath>

namespace warpfold::simt::conformance {
namespace {

// Vigna's splitmix64: small, and the same everywhere.
class random_bits {
 public:
  explicit random_bits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

struct float_layout {
  int exponent_bits, fraction_bits;
  std::uint64_t sign() const { return std::uint64_t{1} << (exponent_bits + fraction_bits); }
  std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
  std::uint64_t one() const { return ((std::uint64_t{1} << (exponent_bits - 1)) - 1) << fraction_bits; }
};
constexpr float_layout half{5, 10}, brain{8, 7}, single{8, 23}, twice{11, 52};

std::vector<std::uint64_t> integer_edges(int bits) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits), top = std::uint64_t{1} << (bits - 1);
  std::vector<std::uint64_t> edges = {0,
                                      1,
                                      all,
                                      top,
                                      top - 1,
                                      2,
                                      3,
                                      all - 1,
                                      top + 1,
                                      top - 2,
                                      std::uint64_t{1} << (bits / 2),
                                      (std::uint64_t{1} << (bits / 2)) - 1,
                                      0x5555555555555555u,
                                      0xaaaaaaaaaaaaaaaau};
  for (std::uint64_t near : {7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 16777217, 16777219})
    edges.push_back(near);
  for (std::uint64_t& edge : edges) edge &= all;
  return edges;
}

std::vector<std::uint64_t> amount_edges() {
  return {0,  1,  2,  3,  4,  5,  7,   8,   9,   15,  16,  17,  24,  30,  31,         32,         33,
          47, 48, 62, 63, 64, 65, 100, 127, 128, 254, 255, 256, 257, 288, 0x7fffffff, 0x80000000, 0xffffffff};
}

// Both signs of zero, of the least and greatest subnormal and normal numbers, of infinity and of several NaNs; numbers
// around 1, and those where integers and other formats end.
std::vector<std::uint64_t> float_edges(const float_layout& layout) {
  const std::uint64_t least_normal = std::uint64_t{1} << layout.fraction_bits, one = layout.one(),
                      inf = layout.infinity();
  const std::uint64_t half_step = std::uint64_t{1} << (layout.fraction_bits - 1);
  std::vector<std::uint64_t> edges = {0,
                                      one,
                                      inf,
                                      inf + half_step,
                                      inf + 1,
                                      inf + half_step + 5,
                                      least_normal - 1 + inf,
                                      least_normal - 9 + inf,
                                      1,
                                      2,
                                      3,
                                      least_normal - 1,
                                      least_normal,
                                      least_normal + 1,
                                      inf - 1,
                                      inf - 2,
                                      one + 1,
                                      one - 1,
                                      one + half_step,
                                      one + least_normal,
                                      one - least_normal,
                                      one + least_normal + half_step / 2,
                                      one + 2 * least_normal - 1,
                                      half_step};
  const auto encoded = [&](double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::int64_t exponent = static_cast<std::int64_t>(bits >> 52) - 1023 + (1 << (layout.exponent_bits - 1)) - 1;
    if (exponent <= 0 || exponent >= (1 << layout.exponent_bits) - 1) return std::uint64_t{0};
    return static_cast<std::uint64_t>(exponent) << layout.fraction_bits |
           (bits & 0xfffffffffffffu) >> (52 - layout.fraction_bits);
  };
  for (const double value : {2.5,
                             3.5,
                             127.5,
                             128.5,
                             255.5,
                             256.0,
                             448.0,
                             464.0,
                             465.0,
                             57344.0,
                             61440.0,
                             65504.0,
                             65519.0,
                             65520.0,
                             32767.5,
                             65535.5,
                             2147483647.0,
                             2147483648.0,
                             4294967295.0,
                             4294967296.0,
                             9223372036854775808.0,
                             18446744073709551616.0,
                             5.9604644775390625e-8,
                             2.98023223876953125e-8,
                             2.9802325e-8,
                             6.103515625e-5,
                             6.0975551605224609375e-5,
                             1.1754943508222875e-38,
                             1.17549428e-38,
                             3.4028234663852886e38,
                             3.4028235677973366e38,
                             3.3895313892515355e38,
                             0.001953125,
                             0.0009765625,
                             0.015625,
                             1e-40,
                             1e-45,
                             0.1,
                             0.3,
                             1e10,
                             100.0}) {
    edges.push_back(encoded(value));
  }
  const std::size_t positive = edges.size();
  for (std::size_t i = 0; i < positive; ++i) edges.push_back(edges[i] | layout.sign());
  return edges;
}

std::vector<std::uint64_t> edges_of(kind k) {
  switch (k) {
    case kind::predicate:
      return {0, 1};
    case kind::b8:
      return integer_edges(8);
    case kind::b16:
      return integer_edges(16);
    case kind::b32:
      return integer_edges(32);
    case kind::b64:
      return integer_edges(64);
    case kind::amount:
      return amount_edges();
    case kind::position:
      return {0, 1, 2, 15, 16, 30, 31};
    case kind::f16:
    case kind::f16x2:
      return float_edges(half);
    case kind::bf16:
    case kind::bf16x2:
      return float_edges(brain);
    case kind::f32:
    case kind::f32x2:
      return float_edges(single);
    default:
      return float_edges(twice);
  }
}

const float_layout* layout_of(kind k) {
  if (k == kind::f16 || k == kind::f16x2) return &half;
  if (k == kind::bf16 || k == kind::bf16x2) return &brain;
  if (k == kind::f32 || k == kind::f32x2) return &single;
  return k == kind::f64 ? &twice : nullptr;
}

// Half of the numbers have exponents near that of 1, so that sums cancel and fractions round.
std::uint64_t random_float(random_bits& random, const float_layout& layout) {
  const int bits = 1 + layout.exponent_bits + layout.fraction_bits;
  const std::uint64_t any = random.next() >> (64 - bits);
  if (random.below(2) == 0) return any;
  const std::uint64_t exponent = (layout.one() >> layout.fraction_bits) + random.below(8) - 4;
  const std::uint64_t fraction = (std::uint64_t{1} << layout.fraction_bits) - 1;
  return (any & (fraction | layout.sign())) | exponent << layout.fraction_bits;
}

std::uint64_t random_value(random_bits& random, kind k) {
  if (const float_layout* layout = layout_of(k)) return random_float(random, *layout);
  if (k == kind::predicate) return random.below(2);
  if (k == kind::amount) return random.below(2) == 0 ? random.below(70) : random.next() & 0xffffffff;
  if (k == kind::position) return random.below(32);
  const std::uint64_t value = random.next() >> (64 - 8 * bytes_of(k));
  return random.below(2) == 0 ? value : value >> random.below(static_cast<std::uint64_t>(8 * bytes_of(k)));
}

bool is_pair(kind k) {
  return k == kind::f16x2 || k == kind::bf16x2 || k == kind::f32x2;
}

// Now and then several operands are NaNs that can be told apart.
void make_nans(const trial& of, random_bits& random, std::uint64_t* operands) {
  if (of.inputs.size() < 2 || random.below(16) != 0) return;
  for (std::size_t n = 0; n < of.inputs.size(); ++n) {
    const float_layout* const layout = layout_of(of.inputs[n]);
    if (layout == nullptr || is_pair(of.inputs[n]) || random.below(4) == 0) continue;
    const std::uint64_t all = 2 * layout->sign() - 1;
    operands[n] = (random.next() & all) | layout->infinity() | 1;
  }
}

class operand_source {
 public:
  operand_source(random_bits& random, kind k) : random_(random), kind_(k), edges_(edges_of(k)) {}

  // Run n of an only operand goes through the edges; later runs, and several operands, mix edges and random values.
  std::uint64_t value(std::size_t run, bool alone) {
    const std::uint64_t low = element(run, alone);
    return is_pair(kind_) ? low | element(run + 17, alone) << (4 * bytes_of(kind_)) : low;
  }

 private:
  std::uint64_t element(std::size_t run, bool alone) {
    if (alone && run < edges_.size()) return edges_[run];
    if (random_.below(8) < 5) return edges_[random_.below(edges_.size())];
    return random_value(random_, kind_);
  }

  random_bits& random_;
  kind kind_;
  std::vector<std::uint64_t> edges_;
};

}  // namespace

int runs_of(const trial& of) {
  if (of.name.substr(0, 8) == "program.") return 256;
  if (of.inputs.size() == 1) return 320;
  return of.inputs.size() == 2 ? 640 : 768;
}

std::vector<std::uint64_t> operands_of(const trial& of) {
  random_bits random(of.inputs.size());
  std::vector<operand_source> sources;
  for (const kind k : of.inputs) sources.emplace_back(random, k);
  std::vector<std::uint64_t> all;
  for (int run = 0; run < runs_of(of); ++run) {
    const std::size_t first = all.size();
    for (operand_source& source : sources)
      all.push_back(source.value(static_cast<std::size_t>(run), sources.size() == 1));
    make_nans(of, random, all.data() + first);
    // Now and then two operands are equal, or differ in sign alone.
    if (sources.size() > 1 && of.inputs[0] == of.inputs[1] && random.below(8) == 0) {
      const float_layout* const layout = layout_of(of.inputs[0]);
      all[first + 1] = all[first] ^ (layout != nullptr && random.below(2) == 0 ? layout->sign() : 0);
    }
  }
  return all;
}

// FNV-1a.
std::uint64_t fingerprint(const std::vector<std::uint64_t>& operands) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint64_t operand : operands) {
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (operand >> (8 * byte) & 0xff)) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace warpfold::simt::conformance
