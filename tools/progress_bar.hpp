// How far a long piece of work is, on a terminal; silent where standard error is none.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace warpfold::tools {

class progress_bar {
 public:
  progress_bar();
  ~progress_bar();  // leaves the terminal's line as it was
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  // Starts over for work of `total` bytes, if that is known.
  void begin(const std::string& what, std::optional<std::int64_t> total);
  void advance(std::int64_t bytes) { reach(done_ + bytes); }
  // Draws the bar if the work has taken long enough and the last drawing is old enough.
  void reach(std::int64_t done);

 private:
  using clock = std::chrono::steady_clock;

  std::string line(double seconds) const;
  void erase();

  bool terminal_;
  bool drawn_ = false;
  std::string what_;
  std::optional<std::int64_t> total_;
  std::int64_t done_ = 0;
  clock::time_point started_;
  clock::time_point due_;  // when to draw next
};

}  // namespace warpfold::tools
