#include "warpfold/reduce/reduce.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/cpu/engine.hpp"
#include "warpfold/reduce/cpu/exact_environment.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/walk.hpp"
#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/saved_sums.hpp"

namespace warpfold {
class reduction::state {
 public:
  state(op operation, dtype type, const options& choice)
      : wanted_{operation, type, choice}, partial_(cpu::make_partial(operation, type, choice)) {
    if (choice.threads < 0) throw error("threads is " + std::to_string(choice.threads) + ", expected 0 or more");
    if (accelerator* const machine = accelerator_for(choice.engine, {})) machine->require(wanted_);
  }

  // Whether nothing follows is what `ends_array` says.
  void add(std::span<const array_view> pieces, bool ends_array) {
    wanted_.require_arrays(pieces);
    machine_ = accelerator_reading(wanted_.choice.engine, pieces);

    const laws laws = partial_->laws();
    const cpu::walk elements(pieces, laws);
    // An accelerator takes the last block, too, though it may not be whole.
    const bool takes_rest = machine_ != nullptr && ends_array;
    std::int64_t first = 0;
    std::int64_t last = elements.size();
    if (!laws.associative && !(takes_rest && pending_count_ == 0)) first = fill_pending(elements, 0);
    if (!laws.associative && !takes_rest) last -= (last - first) % fixed_block;
    if (first < last) add_stretch({&elements, first, last, count_ + first, ends_array});
    fill_pending(elements, last);
    count_ += elements.size();
  }

  result finish() const {
    if (pending_count_ == 0) return partial_->finish(count_);
    const auto whole = partial_->copy();
    whole->add(pending_run(count_));
    return whole->finish(count_);
  }

  std::vector<std::byte> save() const { return encode(saved()); }

  void merge(std::span<const std::byte> bytes) {
    const saved_sums others = decode(bytes);
    if (others.count > std::numeric_limits<std::int64_t>::max() - saved().count) {
      throw error("accumulator of " + std::to_string(others.count) + " elements, expected 2^63 - 1 in all at most");
    }
    partial_->load(others);
    count_ += others.count;
  }

 private:
  saved_sums saved() const {
    if (std::optional<saved_sums> sums = partial_->save(count_)) return *std::move(sums);
    throw error(std::string(name_of(wanted_.operation)) + " of " + std::string(name_of(wanted_.type)) +
                " has no exact sums here, expected an exact sum, mean, dot, norm of order 2, var or std");
  }

  void add_stretch(const accelerator::stretch& part) {
    if (machine_ != nullptr) return machine_->add(*partial_, wanted_, part);
    cpu::add_walk(*partial_, *part.elements, part.first, part.last, part.index, wanted_.choice.threads);
  }

  void gather(const cpu::walk& elements, std::size_t input, std::int64_t first, std::int64_t count, std::byte* to) {
    if (machine_ != nullptr) return machine_->gather(elements, input, first, count, to, wanted_.choice.stream);
    elements.gather(input, first, count, to);
  }

  // Blocks of a fixed order are added whole. Moves elements from position `first` on to the block that is not, adds it
  // if it becomes so, and returns the position after the last one moved.
  std::int64_t fill_pending(const cpu::walk& elements, std::int64_t first) {
    const bool starts_block = pending_count_ == 0 && elements.size() - first >= fixed_block;
    const std::int64_t taken = starts_block ? 0 : std::min(elements.size() - first, fixed_block - pending_count_);
    if (taken == 0) return first;
    for (std::size_t input = 0; input < elements.inputs(); ++input) {
      pending_[input].resize(static_cast<std::size_t>(fixed_block * elements.element_size()));
      gather(elements, input, first, taken, pending_[input].data() + pending_count_ * elements.element_size());
    }
    pending_count_ += taken;
    first += taken;
    if (pending_count_ == fixed_block) {
      partial_->add(pending_run(count_ + first));
      pending_count_ = 0;
    }
    return first;
  }

  // The block that is not whole yet, of elements up to index `end`.
  cpu::run pending_run(std::int64_t end) const {
    return {{pending_[0].data(), pending_[1].data()}, pending_count_, end - pending_count_};
  }

  accelerator::request wanted_;
  std::unique_ptr<cpu::partial> partial_;
  accelerator* machine_ = nullptr;  // that reduces the present pieces
  std::int64_t count_ = 0;
  std::array<std::vector<std::byte>, 2> pending_;
  std::int64_t pending_count_ = 0;
};

reduction::reduction(op operation, dtype type, const options& choice)
    : state_(std::make_unique<state>(operation, type, choice)) {}
reduction::~reduction() = default;
reduction::reduction(reduction&&) noexcept = default;
reduction& reduction::operator=(reduction&&) noexcept = default;

void reduction::add(const array_view& piece) {
  const exact::ieee_environment environment;
  state_->add({&piece, 1}, false);
}
void reduction::add(const array_view& piece_a, const array_view& piece_b) {
  const exact::ieee_environment environment;
  state_->add(std::array{piece_a, piece_b}, false);
}
void reduction::add_last(std::span<const array_view> pieces) {
  const exact::ieee_environment environment;
  state_->add(pieces, true);
}
result reduction::finish() const {
  const exact::ieee_environment environment;
  return state_->finish();
}
std::vector<std::byte> reduction::save() const {
  const exact::ieee_environment environment;
  return state_->save();
}
void reduction::merge(std::span<const std::byte> saved) {
  const exact::ieee_environment environment;
  state_->merge(saved);
}

result reduce(op operation, const array_view& array, const options& choice) {
  reduction whole(operation, array.type(), choice);
  whole.add_last({&array, 1});
  return whole.finish();
}

result reduce(op operation, const array_view& a, const array_view& b, const options& choice) {
  reduction whole(operation, a.type(), choice);
  whole.add_last(std::array{a, b});
  return whole.finish();
}

}  // namespace warpfold
