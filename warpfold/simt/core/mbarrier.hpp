// mbarrier objects (ISA 9.7.13.16): 64 bits in shared memory that count arrivals and the bytes of asynchronous copies.
#pragma once

#include <cstdint>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// The object's bits: arrivals still pending and expected in each phase, bytes still expected, and the phase's parity.
class mbarrier_word {
 public:
  static constexpr std::uint32_t most_arrivals = (1u << 20) - 1;

  explicit mbarrier_word(std::uint64_t bits) : bits_(bits) {}
  static mbarrier_word initial(std::uint32_t arrivals);

  std::uint64_t bits() const { return bits_; }
  std::uint32_t pending() const { return static_cast<std::uint32_t>(bits_) & most_arrivals; }
  std::uint32_t expected() const { return static_cast<std::uint32_t>(bits_ >> 20) & most_arrivals; }
  std::int64_t bytes() const;
  bool parity() const { return bits_ >> 63 != 0; }

  // Each returns whether the phase is now complete; the next has then begun.
  bool arrive(std::uint32_t arrivals);
  bool expect_bytes(std::int64_t more);
  bool drop(std::uint32_t arrivals);  // arrive, and no longer be expected

 private:
  void set(std::uint32_t pending, std::uint32_t expected, std::int64_t bytes, bool parity);
  bool finish_phase();

  std::uint64_t bits_;
};

bound bind_mbarrier_instruction(const form& f);

// Bytes of an asynchronous copy have arrived, at the object at that address of a space.
void complete_bytes(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                    std::uint32_t bytes);
// The lane arrives at the object once, as cp.async.mbarrier.arrive does; `counted`: without .noinc, the arrival was
// not among those expected.
void arrive_for_copies(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address, bool counted);

}  // namespace warpfold::simt
