#include "warpfold/reduce/gpu/kernel_choice.hpp"

#include <algorithm>
#include <span>
#include <typeinfo>

#include "warpfold/device/kernel_name.hpp"
#include "warpfold/reduce/gpu/device_operator.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/images.hpp"

namespace warpfold::gpu {
namespace {

// A type whose readable name, with the kernel's in place of its own, is that of an operator's kernel.
template <class Op, class Stored>
struct kernel_for {};

template <class Op, class Stored>
std::string kernel_name(const std::string& kernel) {
  constexpr std::string_view placeholder = "kernel_for";
  std::string name = devices::readable_kernel_name(typeid(kernel_for<Op, Stored>).name());
  const std::string anonymous = "(anonymous namespace)::";
  if (const std::size_t at = name.find(anonymous); at != name.npos) name.erase(at, anonymous.size());
  return name.replace(name.find(placeholder), placeholder.size(), kernel);
}

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

// PTX text of some of an image's kernels, so that a driver need not compile all of them.
std::string image_of(std::string_view image, const std::vector<std::string>& readable_names) {
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

template <class Arrays>
devices::arguments all_arguments(const kernel_choice& kernel, const Arrays& arrays, std::int64_t count,
                                 std::int64_t first_index, const workspace& scratch, devices::address out) {
  devices::arguments all;
  all.append(kernel.op);
  const auto append = [&all](const auto& value) { all.append(std::as_bytes(std::span(&value, 1))); };
  append(arrays);
  append(count);
  append(first_index);
  append(scratch);
  append(out);
  return all;
}

}  // namespace

kernel_choice choose_kernel(op operation, dtype type, const options& choice) {
  kernel_choice chosen = visit_dtype(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return with_device_operator<T>(operation, choice, []<class Op>(const Op& op) {
      const auto bytes = std::as_bytes(std::span(&op, 1));
      return kernel_choice{{},
                           kernel_name<Op, T>("reduce_dense"),
                           kernel_name<Op, T>("reduce_strided"),
                           {bytes.begin(), bytes.end()},
                           sizeof(typename Op::state),
                           sizeof(T),
                           Op::laws};
    });
  });
  const std::string_view image = image_for(type);
  if (image.empty()) throw error("this build of warpfold has no kernels for GPUs: it was made without a CUDA compiler");
  chosen.image = image_of(image, {chosen.dense, chosen.strided});
  return chosen;
}

devices::launch_shape shape_of(const kernel_choice& kernel, std::int64_t count, const devices::properties& machine) {
  const grid_size grid = grid_for(kernel.laws, static_cast<std::int64_t>(kernel.element_bytes), count, machine.sms);
  return {{grid.blocks}, {grid.threads}, {}, 0, false};
}

devices::arguments arguments_of(const kernel_choice& kernel, const dense_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  return all_arguments(kernel, arrays, count, first_index, scratch, out);
}
devices::arguments arguments_of(const kernel_choice& kernel, const strided_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  return all_arguments(kernel, arrays, count, first_index, scratch, out);
}

}  // namespace warpfold::gpu
