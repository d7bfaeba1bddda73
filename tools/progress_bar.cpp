#include "tools/progress_bar.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tools/one_line.hpp"
#include "tools/standard_streams.hpp"
#include "tools/units.hpp"

namespace warpfold::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 500ms;  // shorter work shows no bar
constexpr auto interval = 100ms;  // between two drawings
constexpr int bar_cells = 24;
constexpr std::string_view erase_line = "\r\x1b[K";

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string bar(double fraction) {
  const auto filled = static_cast<std::size_t>(fraction * bar_cells);
  return "[" + std::string(filled, '#') + std::string(bar_cells - filled, '-') + "]";
}

std::string minutes(double seconds) {
  const auto whole = std::llround(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

progress_bar::progress_bar() : terminal_(::isatty(STDERR_FILENO) == 1) {}

progress_bar::~progress_bar() {
  erase();
}

void progress_bar::begin(const std::string& what, std::optional<std::int64_t> total) {
  what_ = on_one_line(what);
  total_ = total;
  done_ = 0;
  started_ = clock::now();
  due_ = started_ + patience;
}

void progress_bar::reach(std::int64_t done) {
  done_ = done;
  const auto now = clock::now();
  if (!terminal_ || now < due_) return;
  due_ = now + interval;
  drawn_ = true;
  const std::string text = line(std::chrono::duration<double>(now - started_).count());
  write_remarks(fmt::format("{}{}", erase_line, text.substr(0, terminal_width() - 1)));
}

std::string progress_bar::line(double seconds) const {
  const double rate = static_cast<double>(done_) / seconds;
  if (!total_ || *total_ <= 0) {
    return fmt::format("{}  {}  {}/s", what_, bytes_text(static_cast<double>(done_)), bytes_text(rate));
  }
  const double fraction = std::clamp(static_cast<double>(done_) / static_cast<double>(*total_), 0.0, 1.0);
  const std::string left = fraction > 0 ? minutes(seconds / fraction - seconds) : "?";
  return fmt::format("{}  {} {:3.0f}%  {}/s  {} left", what_, bar(fraction), 100 * fraction, bytes_text(rate), left);
}

void progress_bar::erase() {
  if (drawn_) write_remarks(erase_line);
  drawn_ = false;
}

}  // namespace warpfold::tools
