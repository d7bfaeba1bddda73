#include "tools/report.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/median.hpp"
#include "tools/one_line.hpp"
#include "tools/units.hpp"

namespace warpfold::tools {

std::string value_text(const result& value) {
  std::vector<std::string> texts;
  for (const scalar& each : value.values) texts.push_back(to_string(each));
  return fmt::format("{}", fmt::join(texts, " "));
}

json to_json(const reduced& done) {
  json object;
  object["op"] = name_of(done.operation);
  object["file"] = done.files.size() == 1 ? json(done.files.front()) : json(done.files);
  object["dtype"] = name_of(done.type);
  object["shape"] = to_json(done.shape);
  object["result"] = to_json(done.value);
  object["result_dtype"] = name_of(done.value.values.front().type());
  object["engine"] = name_of(done.where);
  object["seconds"] = done.seconds.front();
  object["bytes"] = done.bytes;
  if (done.accumulated) object["accumulated"] = *done.accumulated;
  return object;
}

speed speed_of(const reduced& done, double read_bytes_per_second) {
  const bool repeated = done.seconds.size() > 1;
  const std::vector<double> counted(done.seconds.begin() + (repeated ? 1 : 0), done.seconds.end());
  const double seconds = median(counted);
  return {counted.size(), seconds, static_cast<double>(done.bytes) / seconds, read_bytes_per_second};
}

std::string speed_line(const reduced& done, const speed& measured) {
  const std::string files = on_one_line(fmt::format("{}", fmt::join(done.files, " ")));
  const std::string when = done.seconds.size() == 1 ? "one pass"
                                                    : fmt::format("median of {} passes after the first, which took {}",
                                                                  measured.passes, seconds_text(done.seconds.front()));
  return fmt::format("{} {}: {} in {}, {}/s, {:.0f}% of the {}/s that {} ({})\n", name_of(done.operation), files,
                     bytes_text(static_cast<double>(done.bytes)), seconds_text(measured.seconds),
                     bytes_text(measured.bytes_per_second), 100 * measured.share(),
                     bytes_text(measured.read_bytes_per_second),
                     done.where == engine::gpu ? "can be copied to the GPU" : "this machine reads", when);
}

void add_speed(json& object, const speed& measured) {
  object["passes"] = measured.passes;
  object["median_seconds"] = measured.seconds;
  object["gigabytes_per_second"] = measured.bytes_per_second / 1e9;
  object["read_gigabytes_per_second"] = measured.read_bytes_per_second / 1e9;
  object["share"] = measured.share();
}

}  // namespace warpfold::tools
