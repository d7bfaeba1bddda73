// residence: kernels touching pageable host memory, and the host touching device memory.
#include <fmt/format.h>

#include "warpfold/simt/watch/refused.hpp"

namespace warpfold::simt {
namespace {

class residence_watch : public refused_access_watch {
 public:
  residence_watch() : refused_access_watch("residence") {}

 protected:
  std::string message_for(const fault_event& event) const override {
    switch (event.reason) {
      case fault_reason::host_memory:
        return fmt::format("{} {} bytes of the host's pageable memory", verb_of(event.kind), event.bytes);
      case fault_reason::device_memory:
        return fmt::format("the host {} {} bytes of device memory", verb_of(event.kind), event.bytes);
      default:
        return {};
    }
  }
};

}  // namespace

std::unique_ptr<watch> make_residence_watch() {
  return std::make_unique<residence_watch>();
}

}  // namespace warpfold::simt
