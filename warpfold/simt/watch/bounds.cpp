// bounds: accesses outside of what was allocated or declared, and writes to what is read-only.
#include <fmt/format.h>

#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/watch/refused.hpp"

namespace warpfold::simt {
namespace {

class bounds_watch : public refused_access_watch {
 public:
  bounds_watch() : refused_access_watch("bounds") {}

 protected:
  std::string message_for(const fault_event& event) const override {
    const std::string_view verb = verb_of(event.kind), space = name_of(event.space);
    switch (event.reason) {
      case fault_reason::unallocated:
        return fmt::format("{} {} bytes of {} memory that was never allocated", verb, event.bytes, space);
      case fault_reason::past_end:
        return fmt::format("{} {} bytes of {} memory past its end{}", verb, event.bytes, space, extent_of(event));
      case fault_reason::read_only:
        return fmt::format("{} {} memory, which is read-only", verb, space);
      default:
        return {};
    }
  }

 private:
  static std::string extent_of(const fault_event& event) {
    if (event.nearest != nullptr) return fmt::format(", which is at {} bytes", event.nearest->size);
    return fmt::format(", which is at {} bytes", event.limit);
  }
};

}  // namespace

std::unique_ptr<watch> make_bounds_watch() {
  return std::make_unique<bounds_watch>();
}

}  // namespace warpfold::simt
