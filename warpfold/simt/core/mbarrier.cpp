#include "warpfold/simt/core/mbarrier.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "warpfold/simt/core/async_copy.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/locate.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {
namespace {

constexpr std::int64_t byte_bias = std::int64_t{1} << 21;

// The object that a lane names: read, changed and written back while in scope.
class open_mbarrier {
 public:
  open_mbarrier(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address)
      : at_(locate_silently(i, w, lane, space, address, 8, &found_)), instruction_(i), warp_(w), lane_(lane) {
    std::uint64_t bits = 0;
    if (at_ != nullptr) std::memcpy(&bits, at_, sizeof bits);
    word = mbarrier_word(bits);
  }
  ~open_mbarrier() {
    const std::uint64_t bits = word.bits();
    if (at_ != nullptr) std::memcpy(at_, &bits, sizeof bits);
  }
  open_mbarrier(const open_mbarrier&) = delete;
  open_mbarrier& operator=(const open_mbarrier&) = delete;

  void report(mbarrier_action action, bool completed) const {
    const auto& listeners = warp_.owner->run->listening(observer::mbarriers);
    if (listeners.empty() || at_ == nullptr) return;
    const mbarrier_event event{
        &warp_.owner->identities[warp_.index],      instruction_, action, lane_, found_.shared_owner,
        static_cast<std::uint32_t>(found_.address), completed};
    for (observer* one : listeners) one->mbarrier(event);
  }

  mbarrier_word word{0};

 private:
  resolved_access found_;
  std::byte* at_;
  const instruction* instruction_;
  warp& warp_;
  int lane_;
};

template <class Each>
const instruction* for_lanes(const instruction* i, warp& w, Each each) {
  const memory_access& access = *i->access;
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const int operand = static_cast<int>(access.address_operand);
    const std::uint64_t address = named_address(i, w, lane, operand, i->immediate, access.space);
    open_mbarrier object(i, w, lane, access.space, address);
    each(object, lane);
  }
  return i + 1;
}

// The operand after the address, or 1.
std::uint32_t count_of(const instruction* i, warp& w, int lane) {
  const column_ref ref = i->operand[i->access->address_operand + 1];
  return ref.present() ? w.column<std::uint32_t>(ref)[lane] : 1;
}

void check_count(const instruction* i, warp& w, std::uint32_t count, std::uint32_t most) {
  if (count > most) {
    throw guest_error(fmt::format("{}: {} arrivals at an mbarrier, expected at most {}", place_of(*i, w), count, most));
  }
}

const instruction* initialize(const instruction* i, warp& w) {
  return for_lanes(i, w, [&](open_mbarrier& object, int lane) {
    const std::uint32_t count = count_of(i, w, lane);
    check_count(i, w, count, mbarrier_word::most_arrivals);
    object.word = mbarrier_word::initial(count);
    object.report(mbarrier_action::init, false);
  });
}

const instruction* invalidate(const instruction* i, warp& w) {
  return for_lanes(i, w, [&](open_mbarrier& object, int) { object.report(mbarrier_action::invalidate, false); });
}

// The state token is the object's bits before the arrival.
void give_state(const instruction* i, warp& w, int lane, const mbarrier_word& before) {
  if (i->access->address_operand != 0) w.column<std::uint64_t>(i->operand[0])[lane] = before.bits();
}

template <bool Expects, bool Drops>
const instruction* arrive(const instruction* i, warp& w) {
  return for_lanes(i, w, [&](open_mbarrier& object, int lane) {
    const std::uint32_t count = count_of(i, w, lane);
    give_state(i, w, lane, object.word);
    if constexpr (Expects) {
      object.word.expect_bytes(count);
      object.report(mbarrier_action::expect_transaction, false);
    }
    const std::uint32_t arrivals = Expects ? 1 : count;
    check_count(i, w, arrivals, object.word.pending());
    const bool completed = Drops ? object.word.drop(arrivals) : object.word.arrive(arrivals);
    object.report(Drops ? mbarrier_action::arrive_drop : mbarrier_action::arrive, completed);
  });
}

const instruction* expect(const instruction* i, warp& w) {
  return for_lanes(i, w, [&](open_mbarrier& object, int lane) {
    object.word.expect_bytes(count_of(i, w, lane));
    object.report(mbarrier_action::expect_transaction, false);
  });
}

const instruction* complete(const instruction* i, warp& w) {
  return for_lanes(i, w, [&](open_mbarrier& object, int lane) {
    const bool completed = object.word.expect_bytes(-static_cast<std::int64_t>(count_of(i, w, lane)));
    object.report(mbarrier_action::complete_transaction, completed);
  });
}

// p = whether the phase is complete that the state, or the parity, names.
template <bool Parity>
const instruction* test_wait(const instruction* i, warp& w) {
  w.poll();
  complete_bulk_copies(w);
  lane_mask lanes = 0;
  for_lanes(i, w, [&](open_mbarrier& object, int lane) {
    const column_ref named = i->operand[i->access->address_operand + 1];
    const bool parity = Parity ? (w.column<std::uint32_t>(named)[lane] & 1) != 0
                               : mbarrier_word(w.column<std::uint64_t>(named)[lane]).parity();
    const bool completed = object.word.parity() != parity;
    if (completed) lanes |= 1u << lane;
    object.report(mbarrier_action::wait, completed);
  });
  w.set_predicate(i->operand[0], lanes);
  return i + 1;
}

const instruction* pending_count(const instruction* i, warp& w) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    w.column<std::uint32_t>(i->operand[0])[lane] =
        mbarrier_word(w.column<std::uint64_t>(i->operand[1])[lane]).pending();
  }
  return i + 1;
}

handler mbarrier_handler(const form& f) {
  if (f.has("init")) return initialize;
  if (f.has("inval")) return invalidate;
  if (f.has("arrive_drop")) return f.has("expect_tx") ? arrive<true, true> : arrive<false, true>;
  if (f.has("arrive")) return f.has("expect_tx") ? arrive<true, false> : arrive<false, false>;
  if (f.has("expect_tx")) return expect;
  if (f.has("complete_tx")) return complete;
  if (f.has("pending_count")) return pending_count;
  return f.has("parity") ? test_wait<true> : test_wait<false>;
}

}  // namespace

void mbarrier_word::set(std::uint32_t pending, std::uint32_t expected, std::int64_t bytes, bool parity) {
  bits_ = std::uint64_t{pending & most_arrivals} | std::uint64_t{expected & most_arrivals} << 20 |
          (static_cast<std::uint64_t>(bytes + byte_bias) & 0x3fffff) << 40 | std::uint64_t{parity} << 63;
}

mbarrier_word mbarrier_word::initial(std::uint32_t arrivals) {
  mbarrier_word word(0);
  word.set(arrivals, arrivals, 0, false);
  return word;
}

std::int64_t mbarrier_word::bytes() const {
  return static_cast<std::int64_t>(bits_ >> 40 & 0x3fffff) - byte_bias;
}

bool mbarrier_word::finish_phase() {
  if (pending() != 0 || bytes() != 0) return false;
  set(expected(), expected(), 0, !parity());
  return true;
}

bool mbarrier_word::arrive(std::uint32_t arrivals) {
  set(pending() - arrivals, expected(), bytes(), parity());
  return finish_phase();
}

bool mbarrier_word::drop(std::uint32_t arrivals) {
  set(pending() - arrivals, expected() - arrivals, bytes(), parity());
  return finish_phase();
}

bool mbarrier_word::expect_bytes(std::int64_t more) {
  set(pending(), expected(), bytes() + more, parity());
  return more < 0 && finish_phase();
}

bound bind_mbarrier_instruction(const form& f) {
  const handler h = mbarrier_handler(f);
  return {h, h};
}

void complete_bytes(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address,
                    std::uint32_t bytes) {
  open_mbarrier object(i, w, lane, space, address);
  const bool completed = object.word.expect_bytes(-static_cast<std::int64_t>(bytes));
  object.report(mbarrier_action::complete_transaction, completed);
}

void arrive_for_copies(const instruction* i, warp& w, int lane, ptx::space space, std::uint64_t address, bool counted) {
  open_mbarrier object(i, w, lane, space, address);
  // Without .noinc the arrival is first added to those pending, so that it does not change their number.
  bool completed = false;
  if (!counted) {
    check_count(i, w, 1, object.word.pending());
    completed = object.word.arrive(1);
  }
  object.report(mbarrier_action::arrive, completed);
}

}  // namespace warpfold::simt
