#include "warpfold/reduce/gpu/kernel_image.hpp"

#include <algorithm>

#include "warpfold/base/error.hpp"
#include "warpfold/device/kernel_name.hpp"

namespace warpfold::gpu {
namespace {

// PTX text in parts: what every kernel needs, then the functions and the kernels, one each.
std::vector<std::string_view> parts_of(std::string_view image) {
  const auto begins_part = [&](std::size_t line) {
    const std::string_view text = image.substr(line, image.find_first_of("\n(", line) - line);
    const bool names = text.starts_with(".visible .entry ") || text.find(".func") != text.npos;
    return text.starts_with('.') && names;
  };
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t line = 0; line != image.npos; line = image.find("\n.", line)) {
    if (image[line] == '\n') ++line;
    if (!begins_part(line)) continue;
    parts.push_back(image.substr(begin, line - begin));
    begin = line;
  }
  parts.push_back(image.substr(begin));
  return parts;
}

}  // namespace

std::string image_of(std::string_view image, const std::vector<std::string>& readable_names) {
  if (image.empty()) throw error("this build of warpfold has no kernels for GPUs: it was made without a CUDA compiler");
  const std::vector<std::string> all = devices::entry_names(image);
  std::vector<std::string> names;
  for (const std::string& name : readable_names) names.push_back(devices::match_kernel_name(all, name));
  const auto wanted = [&](std::string_view part) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return part.substr(0, part.find("(\n")).ends_with(" " + name); });
  };
  std::string text;
  for (const std::string_view part : parts_of(image)) {
    if (!part.starts_with(".visible .entry ") || wanted(part)) text += part;
  }
  return text;
}

std::string with_early_start(std::string image) {
  const auto replace_all = [&image](std::string_view old, std::string_view by) {
    for (std::size_t at = 0; (at = image.find(old, at)) != image.npos; at += by.size()) {
      image.replace(at, old.size(), by);
    }
  };
  replace_all(".target sm_80", ".target sm_90");
  replace_all("// earlier kernels\n", "griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;\n");
  return image;
}

}  // namespace warpfold::gpu
