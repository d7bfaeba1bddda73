#include "warpfold/reduce/gpu/kernel_choice.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <typeinfo>
#include <utility>

#include "warpfold/base/readable_name.hpp"
#include "warpfold/device/kernel_name.hpp"
#include "warpfold/reduce/gpu/device_operator.hpp"
#include "warpfold/reduce/gpu/exact_operator.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/images.hpp"
#include "warpfold/reduce/tune/gpu.hpp"

namespace warpfold::gpu {
namespace {

// A type whose readable name, with the kernel's in place of its own, is that of an operator's kernel.
template <class... Parameters>
struct kernel_for {};

template <class... Parameters>
std::string kernel_name(const std::string& kernel) {
  constexpr std::string_view placeholder = "kernel_for";
  std::string name = readable_name(std::string("_Z") + typeid(kernel_for<Parameters...>).name());
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

void require_kernels(std::string_view image) {
  if (image.empty()) throw error("this build of warpfold has no kernels for GPUs: it was made without a CUDA compiler");
}

// Where what is asked for is an exact sum.
std::optional<kernel_choice> choose_exact_kernel(op operation, dtype type, const options& choice) {
  std::optional<kernel_choice> chosen;
  visit_dtype(type, [&](auto tag) {
    with_exact_operator<typename decltype(tag)::type>(operation, choice, [&]<class Op>(const Op&) {
      const exact_call call{choice.nan == nan_mode::skip, false};
      const auto bytes = std::as_bytes(std::span(&call, 1));
      chosen = kernel_choice{{},
                             kernel_name<Op>("exact_dense"),
                             kernel_name<Op>("exact_strided"),
                             {bytes.begin(), bytes.end()},
                             sizeof(typename Op::state) + (call.skip_nan ? sizeof(std::int64_t) : 0),
                             sizeof(typename Op::element_type),
                             Op::laws,
                             exact_shape_of<Op>};
    });
  });
  if (!chosen) return chosen;
  const std::string_view image = exact_image_for(type);
  require_kernels(image);
  chosen->image = image_of(image, {chosen->dense, chosen->strided});
  return chosen;
}

// Warps of a block for which an SM has memory, if it is to hold so many blocks.
int most_warps(const exact_shape& shape, int blocks_per_sm, const devices::properties& machine) {
  constexpr int other_bytes = 8192;  // static, and the system's
  if (shape.rows == 0) return shape.threads / 32;
  const int share = static_cast<int>(machine.shared_bytes_per_sm) / blocks_per_sm - other_bytes;
  return std::clamp(share / (shape.rows * exact_row_bytes), 1, shape.threads / 32);
}

// As many blocks as there is work for and fit at once; where there is memory for no more than a part of their warps,
// one for each SM, with as many warps as fit.
devices::launch_shape shape_of_exact(const exact_shape& shape, std::size_t element_bytes, std::int64_t count,
                                     const devices::properties& machine) {
  const bool fit = most_warps(shape, shape.blocks_per_sm, machine) == shape.threads / 32;
  const int per_sm = fit ? shape.blocks_per_sm : 1;
  const auto divide_up = [](std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); };
  const std::int64_t batches = divide_up(count, shape.batch_bytes / static_cast<std::int64_t>(element_bytes));
  const int warps = exact_warps(most_warps(shape, per_sm, machine), batches, machine.sms);
  const std::int64_t wanted = divide_up(batches, warps);
  const std::int64_t most = std::int64_t{machine.sms} * per_sm;
  return {{static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 1, most))},
          {static_cast<std::uint32_t>(32 * warps)},
          {},
          static_cast<std::size_t>(warps * shape.rows * exact_row_bytes),
          false};
}

// The same kernels for compute capability 9.0, waiting for earlier ones where they are marked to do so.
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
  if (std::optional<kernel_choice> exact = choose_exact_kernel(operation, type, choice)) return *std::move(exact);
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
                           Op::laws,
                           {}};
    });
  });
  if (chosen.laws.associative && !chosen.laws.commutative) {
    throw error(std::string(name_of(operation)) +
                " depends on the order of elements, which the kernels for GPUs do not keep: expected the cpu engine");
  }
  const std::string_view image = image_for(type);
  require_kernels(image);
  chosen.image = image_of(image, {chosen.dense, chosen.strided});
  return chosen;
}

void fit(kernel_choice& kernel, const devices::properties& machine) {
  if (kernel.exact) {
    exact_call call;
    std::memcpy(&call, kernel.op.data(), sizeof call);
    call.integers = tune::gpu_doubles_are_slow(machine.compute_capability);
    std::memcpy(kernel.op.data(), &call, sizeof call);
  } else if (machine.compute_capability >= 90) {
    kernel.image = with_early_start(std::move(kernel.image));
    kernel.starts_early = true;
  }
}

devices::launch_shape shape_of(const kernel_choice& kernel, std::int64_t count, const devices::properties& machine) {
  if (kernel.exact) return shape_of_exact(*kernel.exact, kernel.element_bytes, count, machine);
  const grid_size grid = grid_for(kernel.laws, static_cast<std::int64_t>(kernel.element_bytes), count, machine.sms);
  return {{grid.blocks}, {grid.threads}, {}, 0, false, kernel.starts_early};
}

devices::arguments arguments_of(const kernel_choice& kernel, const dense_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  const dense_arrays cut = cut_into_packs(arrays, static_cast<std::int64_t>(kernel.element_bytes), count);
  return all_arguments(kernel, cut, count, first_index, scratch, out);
}
devices::arguments arguments_of(const kernel_choice& kernel, const strided_arrays& arrays, std::int64_t count,
                                std::int64_t first_index, const workspace& scratch, devices::address out) {
  return all_arguments(kernel, arrays, count, first_index, scratch, out);
}

}  // namespace warpfold::gpu
