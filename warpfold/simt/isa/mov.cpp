// d = a, where a vector stands for its elements side by side, the first lowest
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* move_predicate(const instruction* i, warp& w) {
  w.set_predicate(i->operand[0], w.predicate(i->operand[1]));
  return i + 1;
}

// d = {a, b, …}: Count values of type Part make one of type Whole.
template <class Whole, class Part, int Count>
const instruction* pack_parts(const instruction* i, warp& w) {
  stored<Whole>* const destination = w.column<stored<Whole>>(i->operand[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    stored<Whole> whole = 0;
    for (int part = 0; part < Count; ++part) {
      whole |= stored<Whole>{static_cast<Part>(w.column<stored<Part>>(i->operand[1 + part])[lane])}
               << (8 * sizeof(Part) * part);
    }
    destination[lane] = whole;
  }
  return i + 1;
}

// {d, e, …} = a
template <class Whole, class Part, int Count>
const instruction* unpack_parts(const instruction* i, warp& w) {
  const stored<Whole>* const from = w.column<stored<Whole>>(i->operand[Count]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    const stored<Whole> whole = from[lane];
    for (int part = 0; part < Count; ++part) {
      w.column<stored<Part>>(i->operand[part])[lane] = static_cast<Part>(whole >> (8 * sizeof(Part) * part));
    }
  }
  return i + 1;
}

// 128-bit values are two 64-bit halves, lane by lane.
const instruction* move_128(const instruction* i, warp& w) {
  for (int half = 0; half < 2 * lanes_per_warp; ++half) {
    if (w.active_lanes[half / 2] == 0) continue;
    w.column<std::uint64_t>(i->operand[0])[half] = w.column<std::uint64_t>(i->operand[1])[half];
  }
  return i + 1;
}
template <class Part>
const instruction* pack_128(const instruction* i, warp& w) {
  constexpr int count = 16 / sizeof(Part);
  Part* const destination = w.column<Part>(i->operand[0]);
  for (int part = 0; part < count * lanes_per_warp; ++part) {
    if (w.active_lanes[part / count] == 0) continue;
    destination[part] = w.column<Part>(i->operand[1 + part % count])[part / count];
  }
  return i + 1;
}
template <class Part>
const instruction* unpack_128(const instruction* i, warp& w) {
  constexpr int count = 16 / sizeof(Part);
  const Part* const from = w.column<Part>(i->operand[count]);
  for (int part = 0; part < count * lanes_per_warp; ++part) {
    if (w.active_lanes[part / count] == 0) continue;
    w.column<Part>(i->operand[part % count])[part / count] = from[part];
  }
  return i + 1;
}

bound either_way(handler h) {
  return {h, h};
}

}  // namespace

bound bind_mov(const form& f) {
  if (f.type() == ptx::type::pred) return either_way(move_predicate);
  const int to = f.part_count(0), from = f.part_count(1), bytes = ptx::size_in_bytes(f.type());
  if (to == 1 && from == 1) {
    if (bytes == 16) return either_way(move_128);
    if (bytes == 8) return lanewise<std::uint64_t, std::uint64_t>([](std::uint64_t a) { return a; });
    return lanewise<std::uint32_t, std::uint32_t>([](std::uint32_t a) { return a; });
  }
  if (bytes == 16 && to == 1 && from == 2) return either_way(pack_128<std::uint64_t>);
  if (bytes == 16 && to == 2 && from == 1) return either_way(unpack_128<std::uint64_t>);
  if (bytes == 16 && to == 1 && from == 4) return either_way(pack_128<std::uint32_t>);
  if (bytes == 16 && to == 4 && from == 1) return either_way(unpack_128<std::uint32_t>);
  if (bytes == 2 && to == 1 && from == 2) return either_way(pack_parts<std::uint16_t, std::uint8_t, 2>);
  if (bytes == 2 && to == 2 && from == 1) return either_way(unpack_parts<std::uint16_t, std::uint8_t, 2>);
  if (bytes == 8 && to == 1 && from == 2) return either_way(pack_parts<std::uint64_t, std::uint32_t, 2>);
  if (bytes == 8 && to == 1 && from == 4) return either_way(pack_parts<std::uint64_t, std::uint16_t, 4>);
  if (bytes == 4 && to == 1 && from == 2) return either_way(pack_parts<std::uint32_t, std::uint16_t, 2>);
  if (bytes == 4 && to == 1 && from == 4) return either_way(pack_parts<std::uint32_t, std::uint8_t, 4>);
  if (bytes == 8 && to == 2 && from == 1) return either_way(unpack_parts<std::uint64_t, std::uint32_t, 2>);
  if (bytes == 8 && to == 4 && from == 1) return either_way(unpack_parts<std::uint64_t, std::uint16_t, 4>);
  if (bytes == 4 && to == 2 && from == 1) return either_way(unpack_parts<std::uint32_t, std::uint16_t, 2>);
  if (bytes == 4 && to == 4 && from == 1) return either_way(unpack_parts<std::uint32_t, std::uint8_t, 4>);
  return {};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
