#include "tools/laboratory/run_report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tools/one_line.hpp"

namespace warpfold::tools {
namespace {

constexpr std::size_t shown_elements = 8;  // of an output
constexpr std::size_t shown_lines = 10;    // of the source, by cost

std::string line_of_file(const std::string& path, int number) {
  std::ifstream file(path);
  std::string line;
  for (int i = 0; i < number; ++i) {
    if (!std::getline(file, line)) return {};
  }
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : on_one_line(line.substr(first));
}

std::string elements_text(const std::vector<scalar>& values) {
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), shown_elements); ++i) text += " " + to_string(values[i]);
  if (values.size() > shown_elements) text += fmt::format(" ... ({} elements)", values.size());
  return text;
}

std::string finding_text(const simt::finding& found) {
  std::string text = on_one_line(to_string(found)) + "\n";
  const auto excerpt = [&text](const simt::place& at) {
    const std::string line = line_of_file(at.file, at.line);
    if (!line.empty()) text += fmt::format("    {}: {}\n", at.line, line);
  };
  excerpt(found.at);
  if (found.other) excerpt(*found.other);
  return text;
}

std::string counter_table(const simt::counters& counts) {
  std::string text;
  for (const simt::counter_row& row : simt::all_counters()) {
    if (counts.*row.value != 0) text += fmt::format("  {:<24} {:>14}\n", row.name, counts.*row.value);
  }
  return text + fmt::format("  {:<24} {:>14.2f}\n", "active lanes", counts.active_lanes());
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string line_table(std::vector<simt::line_counters> lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const simt::line_counters& a, const simt::line_counters& b) {
    return a.counts.warp_instructions > b.counts.warp_instructions;
  });
  std::string text = fmt::format("  {:>12} {:>6} {:>9} {:>9} {:>9}  line\n", "instructions", "lanes", "divergent",
                                 "conflicts", "sectors");
  for (std::size_t i = 0; i < std::min(lines.size(), shown_lines); ++i) {
    const simt::counters& counts = lines[i].counts;
    text +=
        fmt::format("  {:>12} {:>6.2f} {:>9} {:>9} {:>9}  {}:{} {}\n", counts.warp_instructions, counts.active_lanes(),
                    counts.divergent_branches, counts.shared_load_conflicts + counts.shared_store_conflicts,
                    counts.global_load_sectors + counts.global_store_sectors, on_one_line(file_name(lines[i].file)),
                    lines[i].line, line_of_file(lines[i].file, lines[i].line));
  }
  return text;
}

json list_of(const simt::dimensions& values) {
  return json::array({values[0], values[1], values[2]});
}

json lanes_of(simt::lane_mask lanes) {
  json list = json::array();
  for (int lane = 0; lane < simt::lanes_per_warp; ++lane) {
    if ((lanes >> lane & 1) != 0) list.push_back(lane);
  }
  return list;
}

void add_place(json& object, const simt::place& at) {
  object["kernel"] = at.kernel;
  object["file"] = at.file;
  object["line"] = at.line;
  object["ptx_line"] = at.ptx_line;
  object["instruction"] = at.instruction;
  object["block"] = list_of(at.block);
  object["warp"] = at.warp;
  object["lanes"] = lanes_of(at.lanes);
}

json to_json(const simt::finding& found) {
  json object;
  object["watch"] = found.watch;
  object["message"] = found.message;
  add_place(object, found.at);
  if (found.address) object["address"] = *found.address;
  if (!found.variable.empty()) object["variable"] = found.variable;
  if (found.other) add_place(object["other"], *found.other);
  object["occurrences"] = found.occurrences;
  return object;
}

json to_json(const simt::counters& counts) {
  json object;
  for (const simt::counter_row& row : simt::all_counters()) object[std::string(row.name)] = counts.*row.value;
  return object;
}

// The elements from `next` on as a nested list.
json nested(const std::vector<scalar>& values, const dimensions& shape, std::size_t axis, std::size_t& next) {
  if (axis == shape.size()) return tools::to_json(values[next++]);
  json list = json::array();
  for (std::int64_t i = 0; i < shape[axis]; ++i) list.push_back(nested(values, shape, axis + 1, next));
  return list;
}

}  // namespace

std::string to_text(const run_report& report) {
  std::string text = report.outcome.printed;
  for (const auto& [output, values] : report.outputs) {
    text += fmt::format("argument {}: {} {}:{}\n", output.position, name_of(output.type), to_string(output.shape),
                        elements_text(values));
  }
  for (const simt::finding& found : report.findings) text += finding_text(found);
  text +=
      fmt::format("{} finding{}\n{}\n", report.findings.size(), report.findings.size() == 1 ? "" : "s", report.kernel);
  return text + counter_table(report.counters) + line_table(report.lines);
}

json to_json(const run_report& report) {
  json object;
  object["kernel"] = report.kernel;
  object["grid"] = list_of(report.shape.grid);
  object["block"] = list_of(report.shape.block);
  if (report.shape.cluster) object["cluster"] = list_of(*report.shape.cluster);
  object["outputs"] = json::object();
  for (const auto& [output, values] : report.outputs) {
    std::size_t next = 0;
    object["outputs"][std::to_string(output.position)] = nested(values, output.shape, 0, next);
  }
  object["findings"] = json::array();
  for (const simt::finding& found : report.findings) object["findings"].push_back(to_json(found));
  object["counters"] = to_json(report.counters);
  object["lines"] = json::array();
  for (const simt::line_counters& line : report.lines) {
    object["lines"].push_back({{"file", line.file}, {"line", line.line}, {"counters", to_json(line.counts)}});
  }
  object["printed"] = report.outcome.printed;
  if (!report.outcome.error.empty()) object["error"] = report.outcome.error;
  return object;
}

}  // namespace warpfold::tools
