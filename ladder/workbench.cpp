#include "ladder/workbench.hpp"

#include <array>
#include <cstring>

namespace warpfold::ladder {

using devices::buffer;
using devices::memory_kind;

scalar read_element(devices::machine& machine, devices::stream& in, dtype type, const devices::buffer& from) {
  std::array<std::byte, 8> bytes{};
  machine.download(bytes.data(), from.address(), size_of(type), in);
  in.synchronize();
  return visit_dtype(type, [&](auto tag) {
    typename decltype(tag)::type value{};
    if constexpr (sizeof value <= sizeof bytes) std::memcpy(&value, bytes.data(), sizeof value);
    return scalar(value);
  });
}

workbench::workbench(kernel_library& kernels, const array_view& values)
    : kernels_(&kernels),
      type_(values.type()),
      size_(static_cast<std::uint64_t>(values.size())),
      stream_(machine().make_stream()),
      in_(machine(), memory_kind::device, static_cast<std::size_t>(values.bytes())),
      out_(machine(), memory_kind::device, size_of(values.type())),
      counters_(machine(), memory_kind::device, counter_bytes) {
  machine().upload(in_.address(), values.data(), in_.bytes(), *stream_);
  machine().fill(out_.address(), std::byte{0}, out_.bytes(), *stream_);
  machine().fill(counters_.address(), std::byte{0}, counters_.bytes(), *stream_);
  stream_->synchronize();
}

workbench::prepared workbench::prepare(const rung& how, std::uint64_t n, unsigned block) {
  return prepare(how.launches, how.file, n, block);
}

workbench::prepared workbench::prepare(const std::function<plan(const problem&)>& launches, const std::string& file,
                                       std::uint64_t n, unsigned block) {
  const std::size_t partial_bytes = partial_elements(n, block) * size_of(type_);
  if (partials_.bytes() < partial_bytes) partials_ = buffer(machine(), memory_kind::device, partial_bytes);
  const problem sum{
      type_, n, block, in_.address(), out_.address(), counters_.address(), partials_.address(), &machine().about()};
  prepared all;
  for (const step& each : launches(sum)) all.push_back({&kernels_->find(file, each.kernel), each.shape, each.values});
  return all;
}

void workbench::run(const prepared& sum) {
  for (const launch& each : sum) each.kernel->launch(each.shape, each.values, *stream_);
}

scalar workbench::result() {
  return read_element(machine(), *stream_, type_, out_);
}

scalar workbench::sum(const prepared& sum) {
  constexpr std::byte garbage{0xff};
  machine().fill(out_.address(), garbage, out_.bytes(), *stream_);
  run(sum);
  return result();
}

}  // namespace warpfold::ladder
