#include "warpfold/reduce/accelerator.hpp"

#include <string>

#include "warpfold/base/error.hpp"

namespace warpfold {
namespace {

constinit const accelerator_room* registered = nullptr;

// The room of the accelerators. Throws error, which begins with what is missing, where the program has none.
const accelerator_room& room_or(const char* missing) {
  if (registered != nullptr) return *registered;
  throw error(std::string(missing) +
              " this program, which links warpfold::cpu; expected a program that links warpfold::gpu");
}

bool of_gpu(const device& where) {
  return where.type == device_type::cuda || where.type == device_type::cuda_managed;
}

void require_inputs(op operation, int given) {
  if (inputs_of(operation) == given) return;
  throw error(std::string(name_of(operation)) + " takes " + (inputs_of(operation) == 1 ? "one array" : "two arrays") +
              ", found " + (given == 1 ? "one" : "two"));
}

void require_same(const array_view& a, const array_view& b) {
  if (a.type() != b.type()) {
    throw error("arrays of " + std::string(name_of(a.type())) + " and " + std::string(name_of(b.type())) +
                ", expected one dtype");
  }
  if (a.shape() != b.shape()) {
    throw error("arrays of shapes " + to_string(a.shape()) + " and " + to_string(b.shape()) + ", expected one shape");
  }
}

}  // namespace

bool register_accelerators(const accelerator_room& room) {
  registered = &room;
  return true;
}

accelerator* accelerator_for(engine asked, const device& where) {
  switch (asked) {
    case engine::automatic:
      if (!of_gpu(where)) return nullptr;
      return room_or("array is in the memory of a GPU, out of reach of").open_gpu(where.index);
    case engine::cpu:
      return nullptr;
    case engine::gpu:
      return room_or("engine gpu is not part of").open_gpu(of_gpu(where) ? where.index : 0);
    case engine::simt:
      return room_or("engine simt is not part of").open_simt();
  }
  return nullptr;
}

accelerator* accelerator_reading(engine asked, std::span<const array_view> pieces) {
  accelerator* const found = accelerator_for(asked, pieces.front().where());
  for (const array_view& piece : pieces) {
    if (found == nullptr && piece.where().type == device_type::cuda) {
      throw error("array is in the memory of cuda:" + std::to_string(piece.where().index) +
                  ", expected memory that the cpu engine can read");
    }
    if (accelerator_for(asked, piece.where()) != found) throw error("arrays lie in different memory, expected one");
  }
  return found;
}

void require_engine(engine who) {
  const bool runs_kernels = who == engine::gpu || who == engine::simt;
  if (runs_kernels && registered != nullptr && kernel_target().empty()) {
    throw error("this build of warpfold has no kernels: it was made without a CUDA compiler");
  }
  accelerator_for(who, {});
}

std::string_view kernel_target() {
  return registered == nullptr ? std::string_view() : registered->kernel_target;
}

void accelerator::request::require_arrays(std::span<const array_view> arrays) const {
  require_inputs(operation, static_cast<int>(arrays.size()));
  for (const array_view& array : arrays) {
    if (array.type() == type) continue;
    throw error("piece of " + std::string(name_of(array.type())) + " elements in a reduction of " +
                std::string(name_of(type)));
  }
  if (arrays.size() == 2) require_same(arrays[0], arrays[1]);
}

}  // namespace warpfold
