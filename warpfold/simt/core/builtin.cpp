#include "warpfold/simt/core/builtin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {
namespace {

constexpr std::size_t longest_string = 4096, longest_field = 512, most_printed = std::size_t{1} << 26;

// As the device's default heap.
constexpr std::uint64_t heap_bytes = std::uint64_t{8} << 20;

// Bytes of global, constant or local memory that a pointer of the guest names; false if they are not there.
bool peek(const warp& w, std::size_t lane, std::uint64_t address, void* to, std::size_t bytes) {
  if (in_window(local_window, address)) {
    const std::uint64_t offset = address - local_window;
    if (offset + bytes > w.local_bytes) return false;
    std::memcpy(to, w.local + lane * w.local_bytes + offset, bytes);
    return true;
  }
  const allocation* owner = w.owner->run->global.find(address);
  if (owner == nullptr || owner->freed || address - owner->address + bytes > owner->size) return false;
  std::memcpy(to, owner->bytes.get() + (address - owner->address), bytes);
  return true;
}

std::string string_at(const warp& w, std::size_t lane, std::uint64_t address) {
  std::string text;
  for (char c = 0; text.size() < longest_string && peek(w, lane, address, &c, 1) && c != 0; ++address) text += c;
  return text;
}

template <class T>
T argument(const warp& w, const instruction* i, std::size_t n, std::size_t lane) {
  T value{};
  if (n >= i->call->arguments.size()) return value;
  const param_variable& from = i->call->arguments[n];
  std::memcpy(&value, w.base[0] + from.offset + lane * from.size, std::min<std::size_t>(sizeof value, from.size));
  return value;
}

template <class T>
void set_result(warp& w, const instruction* i, std::size_t lane, T value) {
  if (i->call->results.empty()) return;
  const param_variable& to = i->call->results[0];
  std::memcpy(w.base[0] + to.offset + lane * to.size, &value, std::min<std::size_t>(sizeof value, to.size));
}

// One conversion of a printf format, "%-8.3f", taken apart.
struct conversion {
  std::string flags;  // and width and precision, without length modifiers
  char letter = 0;    // 0: not a conversion that the device has
  bool wide = false;  // an integer of 64 bits
};

conversion parse_conversion(const std::string& format, std::size_t& at) {
  conversion parsed;
  while (at < format.size() && std::strchr("-+ #0123456789.*", format[at]) != nullptr) parsed.flags += format[at++];
  while (at < format.size() && std::strchr("hljztL", format[at]) != nullptr) {
    parsed.wide |= format[at] != 'h' && format[at] != 'L';
    ++at;
  }
  if (at < format.size() && std::strchr("diouxXcsfFeEgGaAp%", format[at]) != nullptr) parsed.letter = format[at++];
  if (parsed.flags.size() > 16 || parsed.flags.find('*') != std::string::npos) parsed.letter = 0;
  return parsed;
}

template <class T>
std::string formatted(const std::string& format, T value) {
  char field[longest_field];
  const int length = std::snprintf(field, sizeof field, format.c_str(), value);
  return std::string(field, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(sizeof field) - 1)));
}

// Arguments lie one after the other, each aligned to its size: 4 bytes for int, 8 for long long, double and pointers.
class argument_reader {
 public:
  argument_reader(const warp& w, std::size_t lane, std::uint64_t at) : warp_(w), lane_(lane), at_(at) {}

  template <class T>
  T next() {
    T value{};
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    peek(warp_, lane_, at_, &value, sizeof value);
    at_ += sizeof(T);
    return value;
  }

 private:
  const warp& warp_;
  std::size_t lane_;
  std::uint64_t at_;
};

std::string expanded(const warp& w, std::size_t lane, const std::string& format, std::uint64_t arguments) {
  argument_reader reader(w, lane, arguments);
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    const std::size_t begin = at++;
    const conversion one = parse_conversion(format, at);
    const std::string prefix = "%" + one.flags;
    if (one.letter == 0) {
      text += format.substr(begin, at - begin);
    } else if (one.letter == '%') {
      text += '%';
    } else if (one.letter == 's') {
      text += formatted((prefix + "s"), string_at(w, lane, reader.next<std::uint64_t>()).c_str());
    } else if (one.letter == 'p') {
      text += fmt::format("{:#x}", reader.next<std::uint64_t>());
    } else if (one.letter == 'c') {
      text += formatted(prefix + "c", reader.next<std::int32_t>());
    } else if (std::strchr("fFeEgGaA", one.letter) != nullptr) {
      text += formatted(prefix + one.letter, reader.next<double>());
    } else if (one.wide) {
      text += formatted(prefix + "ll" + one.letter, reader.next<long long>());
    } else {
      text += formatted(prefix + one.letter, reader.next<std::int32_t>());
    }
  }
  return text;
}

void print(const instruction* i, warp& w, std::size_t lane) {
  std::string& printed = w.owner->run->printed;
  const std::string format = string_at(w, lane, argument<std::uint64_t>(w, i, 0, lane));
  if (printed.size() < most_printed) printed += expanded(w, lane, format, argument<std::uint64_t>(w, i, 1, lane));
  set_result(w, i, lane, static_cast<std::int32_t>(std::count(format.begin(), format.end(), '%')));
}

[[noreturn]] void fail_assertion(const instruction* i, warp& w, std::size_t lane) {
  const auto text = [&](std::size_t n) { return string_at(w, lane, argument<std::uint64_t>(w, i, n, lane)); };
  const auto& block = w.owner->index;
  throw guest_error(fmt::format("{}:{}: {}: block {},{},{}, thread {}: assertion `{}` failed", text(1),
                                argument<std::uint32_t>(w, i, 2, lane), text(3), block[0], block[1], block[2],
                                w.index * lanes_per_warp + lane, text(0)));
}

std::uint64_t allocate(warp& w, std::uint64_t bytes) {
  launch_run& run = *w.owner->run;
  if (bytes == 0 || bytes > heap_bytes - std::min(run.heap_used, heap_bytes)) return 0;
  run.heap_used += bytes;
  return run.global.allocate(bytes, memory_kind::device, "device malloc", 16);
}

void release(const instruction* i, warp& w, std::uint64_t address) {
  if (address == 0) return;
  memory& global = w.owner->run->global;
  const allocation* owner = global.find(address);
  if (owner == nullptr || owner->address != address || owner->freed) {
    throw guest_error(fmt::format("{}: free of {:#x}: not allocated", place_of(*i, w), address));
  }
  w.owner->run->heap_used -= owner->size;
  global.release(address);
  w.owner->run->forget_windows();
}

}  // namespace

const instruction* call_builtin(const instruction* i, warp& w) {
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    switch (i->call->builtin) {
      case builtin_function::print:
        print(i, w, lane);
        break;
      case builtin_function::assertion:
        fail_assertion(i, w, lane);
      case builtin_function::allocate:
        set_result(w, i, lane, allocate(w, argument<std::uint64_t>(w, i, 0, lane)));
        break;
      case builtin_function::release:
        release(i, w, argument<std::uint64_t>(w, i, 0, lane));
        break;
      case builtin_function::none:
        break;
    }
  }
  return i + 1;
}

}  // namespace warpfold::simt
