// The SIMT machine behind the face that GPUs have. Everything happens at once: streams are there for the face's sake,
// and what events tell is the time of the host.
#pragma once

#include <memory>

#include "warpfold/device/machine.hpp"
#include "warpfold/simt/machine.hpp"

namespace warpfold::devices {

class simt_machine final : public machine {
 public:
  // Throws error for a preset that there is not, listing those that are.
  explicit simt_machine(simt::machine_settings settings = {});

  // The machine itself: for watches, counters and seeds.
  simt::machine& inner() { return inner_; }

  const properties& about() const override { return about_; }
  void enter() override {}
  void leave() noexcept override {}
  std::unique_ptr<stream> make_stream() override;
  std::unique_ptr<stream> adopt_stream(void* native) override;
  std::unique_ptr<event> make_event() override;
  std::unique_ptr<module> load(std::string_view image) override;

  address allocate(memory_kind kind, std::size_t bytes) override;
  void release(address at, memory_kind kind) noexcept override;
  std::optional<memory_kind> kind_at(address at) override;
  bool shares_host_pointers() const override { return false; }
  void upload(address to, const void* from, std::size_t bytes, stream& in) override;
  void download(void* to, address from, std::size_t bytes, stream& in) override;
  void copy(address to, address from, std::size_t bytes, stream& in) override;
  void fill(address to, std::byte value, std::size_t bytes, stream& in) override;
  void host_read(void* to, address from, std::size_t bytes) override;
  void host_write(address to, const void* from, std::size_t bytes) override;
  void prefetch(address at, std::size_t bytes, place where, stream& in) override;
  void advise(address at, std::size_t bytes, advice how) override;

 private:
  simt::machine inner_;
  properties about_;
};

// The face of a preset, without its machine.
properties properties_of(const simt::gpu& preset);

}  // namespace warpfold::devices
