// alignment: addresses that are not a multiple of the access size.
#include <fmt/format.h>

#include "warpfold/simt/watch/refused.hpp"

namespace warpfold::simt {
namespace {

class alignment_watch : public refused_access_watch {
 public:
  alignment_watch() : refused_access_watch("alignment") {}

 protected:
  std::string message_for(const fault_event& event) const override {
    if (event.reason != fault_reason::misaligned) return {};
    return fmt::format("{} {} bytes of {} memory at an address that is not a multiple of {}", verb_of(event.kind),
                       event.bytes, name_of(event.space), event.bytes);
  }
};

}  // namespace

std::unique_ptr<watch> make_alignment_watch() {
  return std::make_unique<alignment_watch>();
}

}  // namespace warpfold::simt
