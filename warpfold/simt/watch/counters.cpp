#include "warpfold/simt/watch/counters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/watch/consecutive.hpp"

namespace warpfold::simt {
namespace {

constexpr std::uint32_t banks = 32;
constexpr std::uint32_t bank_bytes = 4;
constexpr std::uint32_t sector_bytes = 32;
constexpr std::uint32_t widest_access = 16;  // of one lane by an instruction other than a bulk copy, in bytes

// Up to 32 lanes' values, each once.
template <std::size_t Capacity>
class distinct_values {
 public:
  void insert(std::uint64_t value) {
    // Neighbours ask for neighbouring places: what was asked for last is the likeliest to be asked for again.
    for (std::size_t i = size_; i-- > 0;) {
      if (values_[i] == value) return;
    }
    values_[size_++] = value;
  }
  std::size_t size() const { return size_; }
  const std::uint64_t* begin() const { return values_.data(); }
  const std::uint64_t* end() const { return values_.data() + size_; }

 private:
  std::array<std::uint64_t, Capacity> values_;
  std::size_t size_ = 0;
};

// Passes that some lanes' words need: the most distinct words that fall to one bank.
std::uint32_t passes(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes) {
  std::array<std::array<std::uint64_t, lanes_per_warp>, banks> words;
  std::array<std::uint32_t, banks> counts{};
  std::uint32_t most = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = addresses[std::countr_zero(lanes)];
    const std::uint64_t last = (address + bytes - 1) / bank_bytes;
    for (std::uint64_t word = address / bank_bytes; word <= last; ++word) {
      const std::size_t bank = word % banks;
      const auto begin = words[bank].begin(), end = begin + counts[bank];
      if (std::find(begin, end, word) != end) continue;
      words[bank][counts[bank]] = word;
      most = std::max(most, ++counts[bank]);
    }
  }
  return most;
}

std::uint32_t serializations(const memory_event& event) {
  distinct_values<lanes_per_warp> places;
  for (lane_mask rest = event.lanes; rest != 0; rest &= rest - 1) {
    places.insert(event.addresses[std::countr_zero(rest)]);
  }
  return static_cast<std::uint32_t>(std::popcount(event.lanes)) - static_cast<std::uint32_t>(places.size());
}

// A bulk copy is one run of bytes, however long; no lanes share its words.
wavefronts bulk_wavefronts(std::uint32_t bytes) {
  return {(bytes + banks * bank_bytes - 1) / (banks * bank_bytes), 0};
}

}  // namespace

wavefronts shared_wavefronts(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes) {
  if (bytes > widest_access) return bulk_wavefronts(bytes);
  // Lanes served together: all, half or a quarter of the warp.
  const std::uint32_t group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  if (lanes == all_lanes && are_consecutive(addresses, lanes, bytes) && addresses[0] % bytes == 0)
    return {lanes_per_warp / group, 0};
  wavefronts result;
  for (std::uint32_t first = 0; first < lanes_per_warp; first += group) {
    const lane_mask members = lanes & (group == 32 ? all_lanes : ((lane_mask{1} << group) - 1) << first);
    if (members == 0) continue;
    const std::uint32_t needed = passes(addresses, members, bytes);
    result.needed += needed;
    result.conflicts += needed - 1;
  }
  return result;
}

std::uint32_t sectors(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes) {
  if (bytes > widest_access) {
    const std::uint64_t first = addresses[std::countr_zero(lanes)];
    return static_cast<std::uint32_t>((first + bytes - 1) / sector_bytes - first / sector_bytes + 1);
  }
  if (are_consecutive(addresses, lanes, bytes)) {
    const std::uint64_t begin = addresses[std::countr_zero(lanes)];
    const std::uint64_t last = begin + static_cast<std::uint64_t>(lane_count(lanes)) * bytes - 1;
    return static_cast<std::uint32_t>(last / sector_bytes - begin / sector_bytes + 1);
  }
  distinct_values<2 * lanes_per_warp> touched;
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = addresses[std::countr_zero(lanes)];
    for (std::uint64_t sector = address / sector_bytes; sector <= (address + bytes - 1) / sector_bytes; ++sector) {
      touched.insert(sector);
    }
  }
  return static_cast<std::uint32_t>(touched.size());
}

const std::vector<counter_row>& all_counters() {
  static const std::vector<counter_row> rows = {
      {"warp_instructions", &counters::warp_instructions},
      {"thread_instructions", &counters::thread_instructions},
      {"branches", &counters::branches},
      {"divergent_branches", &counters::divergent_branches},
      {"barriers", &counters::barriers},
      {"warp_syncs", &counters::warp_syncs},
      {"shuffles", &counters::shuffles},
      {"fences", &counters::fences},
      {"shared_load_requests", &counters::shared_load_requests},
      {"shared_load_wavefronts", &counters::shared_load_wavefronts},
      {"shared_load_conflicts", &counters::shared_load_conflicts},
      {"shared_store_requests", &counters::shared_store_requests},
      {"shared_store_wavefronts", &counters::shared_store_wavefronts},
      {"shared_store_conflicts", &counters::shared_store_conflicts},
      {"global_load_requests", &counters::global_load_requests},
      {"global_load_sectors", &counters::global_load_sectors},
      {"global_store_requests", &counters::global_store_requests},
      {"global_store_sectors", &counters::global_store_sectors},
      {"local_requests", &counters::local_requests},
      {"atomics", &counters::atomics},
      {"atomic_serializations", &counters::atomic_serializations},
      {"page_faults", &counters::page_faults},
  };
  return rows;
}

counters& counters::operator+=(const counters& other) {
  for (const counter_row& row : all_counters()) this->*row.value += other.*row.value;
  return *this;
}

double counters::active_lanes() const {
  if (warp_instructions == 0) return 0;
  return static_cast<double>(thread_instructions) / static_cast<double>(warp_instructions);
}

std::uint32_t counting_observer::interests() const {
  return issues | branches | accesses | barriers | warp_syncs | shuffles | fences | page_faults | blocks;
}

void counting_observer::launch_begins(const launch_event& event) {
  launch_ = event;
  by_instruction_.assign(event.kernel->code.size(), {});
  elsewhere_ = {};
  const std::uint64_t threads = std::uint64_t{event.block[0]} * event.block[1] * event.block[2];
  warps_per_block_ = (threads + lanes_per_warp - 1) / lanes_per_warp;
  running_.clear();
  recent_lengths_ = nullptr;
  longest_warp_ = 0;
}

counters& counting_observer::at(const instruction* where) {
  return where == nullptr ? elsewhere_ : by_instruction_[where->index];
}

void counting_observer::issue(const issue_event& event) {
  counters& here = at(event.at);
  ++here.warp_instructions;
  here.thread_instructions += static_cast<std::uint64_t>(std::popcount(event.lanes));
  if (recent_lengths_ == nullptr || recent_block_ != event.warp->block) {
    std::vector<std::uint64_t>& lengths = running_[event.warp->block];
    lengths.resize(warps_per_block_);
    recent_lengths_ = lengths.data();
    recent_block_ = event.warp->block;
  }
  ++recent_lengths_[event.warp->warp];
}

void counting_observer::branch(const branch_event& event) {
  counters& here = at(event.at);
  ++here.branches;
  if (event.divergent()) ++here.divergent_branches;
}

void counting_observer::access(const memory_event& event) {
  counters& here = at(event.at);
  const bool atomic = event.kind == access_kind::atomic || event.kind == access_kind::reduction;
  if (atomic) {
    ++here.atomics;
    here.atomic_serializations += serializations(event);
    return;
  }
  const bool load = event.kind == access_kind::load;
  switch (event.space) {
    case ptx::space::shared: {
      const wavefronts passed = shared_wavefronts(event.addresses, event.lanes, event.bytes);
      ++(load ? here.shared_load_requests : here.shared_store_requests);
      (load ? here.shared_load_wavefronts : here.shared_store_wavefronts) += passed.needed;
      (load ? here.shared_load_conflicts : here.shared_store_conflicts) += passed.conflicts;
      return;
    }
    case ptx::space::global:
      ++(load ? here.global_load_requests : here.global_store_requests);
      (load ? here.global_load_sectors : here.global_store_sectors) +=
          sectors(event.addresses, event.lanes, event.bytes);
      return;
    case ptx::space::local:
      ++here.local_requests;
      return;
    default:
      return;
  }
}

void counting_observer::barrier_arrives(const barrier_event& event) {
  ++at(event.at).barriers;
}

void counting_observer::warp_sync(const warp_sync_event& event) {
  if (event.orders_memory) ++at(event.at).warp_syncs;
}

void counting_observer::shuffle(const shuffle_event& event) {
  ++at(event.at).shuffles;
}

void counting_observer::fence(const fence_event& event) {
  ++at(event.at).fences;
}

void counting_observer::page_fault(const page_fault_event& event) {
  at(event.at).page_faults += static_cast<std::uint64_t>(event.faults);
}

counters counting_observer::total() const {
  counters sum = elsewhere_;
  for (const counters& one : by_instruction_) sum += one;
  return sum;
}

std::vector<line_counters> counting_observer::by_line() const {
  std::map<std::pair<std::string, int>, counters> lines;
  for (std::size_t index = 0; index < by_instruction_.size(); ++index) {
    const ptx::instruction* origin = launch_.kernel->origins[index];
    if (by_instruction_[index].warp_instructions == 0 || origin == nullptr) continue;
    const bool known = origin->source.file >= 0;
    const std::string file =
        known ? launch_.kernel->text->files.at(static_cast<std::size_t>(origin->source.file)) : "ptx";
    lines[{file, known ? origin->source.line : origin->at.line}] += by_instruction_[index];
  }
  std::vector<line_counters> result;
  for (auto& [where, counts] : lines) result.push_back({where.first, where.second, counts});
  return result;
}

std::vector<class_count> counting_observer::by_mnemonic() const {
  std::map<std::string, std::uint64_t> sums;
  for (std::size_t index = 0; index < by_instruction_.size(); ++index) {
    const ptx::instruction* origin = launch_.kernel->origins[index];
    if (origin != nullptr) sums[origin->mnemonic] += by_instruction_[index].warp_instructions;
  }
  std::vector<class_count> result;
  for (const auto& [name, count] : sums) {
    if (count != 0) result.push_back({name, count});
  }
  std::stable_sort(result.begin(), result.end(), [](const class_count& a, const class_count& b) {
    return a.warp_instructions > b.warp_instructions;
  });
  return result;
}

void counting_observer::block_ends(const block_event& event) {
  const auto found = running_.find(event.block);
  if (found == running_.end()) return;
  longest_warp_ = std::max(longest_warp_, *std::max_element(found->second.begin(), found->second.end()));
  running_.erase(found);
  recent_lengths_ = nullptr;
}

}  // namespace warpfold::simt
