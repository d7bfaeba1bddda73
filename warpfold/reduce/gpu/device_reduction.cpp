#include "warpfold/reduce/device_reduction.hpp"

#include <array>
#include <concepts>
#include <span>
#include <string>

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/gpu/engine.hpp"

namespace warpfold {
namespace {

options require_possible(dtype type, const options& choice) {
  if (choice.engine == engine::cpu || choice.engine == engine::simt) {
    throw error("a result stays on the GPU where the gpu engine computes it, found engine " +
                std::string(name_of(choice.engine)));
  }
  const bool integers = visit_dtype(type, [](auto tag) { return std::integral<typename decltype(tag)::type>; });
  if (integers && choice.overflow == overflow::error) {
    throw error("a result of " + std::string(name_of(type)) +
                " elements that stays on the GPU cannot be an error: expected overflow wrap");
  }
  return choice;
}

}  // namespace

class device_reduction::state {
 public:
  state(op operation, dtype type, const options& choice, int gpu)
      : wanted_{operation, type, require_possible(type, choice)},
        engine_(static_cast<gpu::engine*>(accelerator_for(engine::gpu, {device_type::cuda, gpu}))),
        work_(engine_->prepare(wanted_)) {}

  void enqueue(void* stream, std::span<const array_view> arrays, void* out) {
    wanted_.require_arrays(arrays);
    engine_->enqueue(*work_, arrays, out, stream);
  }

 private:
  accelerator::request wanted_;
  gpu::engine* engine_;
  std::unique_ptr<gpu::enqueued> work_;
};

device_reduction::device_reduction(op operation, dtype type, const options& choice, int gpu)
    : state_(std::make_unique<state>(operation, type, choice, gpu)) {}
device_reduction::~device_reduction() = default;
device_reduction::device_reduction(device_reduction&&) noexcept = default;
device_reduction& device_reduction::operator=(device_reduction&&) noexcept = default;

void device_reduction::enqueue(void* stream, const array_view& array, void* out) {
  state_->enqueue(stream, {&array, 1}, out);
}
void device_reduction::enqueue(void* stream, const array_view& a, const array_view& b, void* out) {
  state_->enqueue(stream, std::array{a, b}, out);
}

}  // namespace warpfold
