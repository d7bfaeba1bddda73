#include "warpfold/device/buffer.hpp"

#include "warpfold/device/machine.hpp"

namespace warpfold::devices {

buffer::buffer(machine& owner, memory_kind kind, std::size_t bytes)
    : owner_(&owner), address_(owner.allocate(kind, bytes)), bytes_(bytes), kind_(kind) {}

buffer::~buffer() {
  if (owner_ != nullptr) owner_->release(address_, kind_);
}

}  // namespace warpfold::devices
