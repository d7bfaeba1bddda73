// A reduction's result in print: for people, for programs, and how fast it was.
#pragma once

#include <string>

#include "tools/json.hpp"
#include "tools/reduced.hpp"

namespace warpfold::tools {

// The value: "14", or "1 5" for two.
std::string value_text(const result& value);

// The object that --json prints: op, file (a list for several), dtype, shape, result, result_dtype, engine, seconds
// (of the pass that gave the result), bytes and, where sums are kept, accumulated.
json to_json(const reduced& done);

// How fast the passes were, against what the machine's memory can give.
struct speed {
  std::size_t passes;            // that count: all but the first, if there are more
  double seconds;                // their median
  double bytes_per_second;       // in that time
  double read_bytes_per_second;  // what the engine can be given: see input_bandwidth
  double share() const { return bytes_per_second / read_bytes_per_second; }
};
speed speed_of(const reduced& done, double read_bytes_per_second);

// The speed in one line, newline included.
std::string speed_line(const reduced& done, const speed& measured);

// Adds the speed to the object: passes, median_seconds, gigabytes_per_second, read_gigabytes_per_second, share.
void add_speed(json& object, const speed& measured);

}  // namespace warpfold::tools
