// lifetime: use after free, and memory that is never freed.
#include <fmt/format.h>

#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/watch/refused.hpp"

namespace warpfold::simt {
namespace {

class lifetime_watch : public refused_access_watch {
 public:
  lifetime_watch() : refused_access_watch("lifetime") {}

  void program_ends(const memory& global) override {
    for (const auto& [address, owner] : global.allocations()) {
      // Variables of a module live as long as it does.
      if (owner.freed || !owner.name.empty()) continue;
      finding leak;
      leak.watch = name();
      leak.message = fmt::format("allocation {} of {} bytes was never freed", owner.id, owner.size);
      leak.address = address;
      report(std::move(leak));
    }
  }

 protected:
  std::string message_for(const fault_event& event) const override {
    if (event.reason != fault_reason::freed) return {};
    return fmt::format("{} {} bytes of {} memory after it was freed", verb_of(event.kind), event.bytes,
                       name_of(event.space));
  }
};

}  // namespace

std::unique_ptr<watch> make_lifetime_watch() {
  return std::make_unique<lifetime_watch>();
}

}  // namespace warpfold::simt
