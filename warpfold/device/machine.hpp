// One face for two machines: a GPU behind its driver, and the SIMT machine. What runs on one runs on the other.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/device/arguments.hpp"
#include "warpfold/device/buffer.hpp"
#include "warpfold/device/launch.hpp"
#include "warpfold/device/memory_kind.hpp"
#include "warpfold/device/properties.hpp"

namespace warpfold::devices {

// Work in order: what is put into one stream runs one after another; different streams may overlap.
class stream {
 public:
  virtual ~stream() = default;
  // Waits until everything in the stream is done. Throws error where any of it failed.
  virtual void synchronize() = 0;
  // The driver's CUstream, for libraries that take one; null where there is no driver.
  virtual void* native() const { return nullptr; }
};

// A point in a stream, whose time is taken when the stream reaches it.
class event {
 public:
  virtual ~event() = default;
  virtual void record(stream& in) = 0;
  virtual void synchronize() = 0;
  // Seconds from `earlier` to this event; both must have been reached.
  virtual double seconds_since(const event& earlier) const = 0;
};

// What a kernel takes of an SM.
struct kernel_resources {
  int registers = 0;                    // of a thread
  std::size_t static_shared_bytes = 0;  // of a block
  std::size_t local_bytes = 0;          // of a thread: spills and arrays
  int max_threads_per_block = 0;
};

class kernel {
 public:
  virtual ~kernel() = default;
  virtual const std::string& name() const = 0;
  virtual kernel_resources resources() const = 0;
  // Blocks of that size that one SM can hold at once; 0: none fits.
  virtual int blocks_per_sm(int threads, std::size_t shared_bytes) const = 0;
  // Starts the kernel in the stream and returns. Throws error where the machine cannot run that shape.
  virtual void launch(const launch_shape& shape, const arguments& values, stream& in) = 0;
};

class module {
 public:
  virtual ~module() = default;
  // The kernel of that name: as the image spells it, or demangled without parameters ("sequential<int>").
  // Throws error where there is none, listing those that are. Valid as long as the module.
  virtual kernel& find(std::string_view name) = 0;
};

class machine {
 public:
  virtual ~machine() = default;
  virtual const properties& about() const = 0;

  // Makes the machine the calling thread's own until it leaves; class entered does it by scope. A GPU's driver keeps
  // one for each thread, and every other call here is to that one. The thread that opens a machine has entered it.
  virtual void enter() = 0;
  virtual void leave() noexcept = 0;

  virtual std::unique_ptr<stream> make_stream() = 0;
  // A stream that someone else owns, by what native() gives: null is the driver's default stream.
  virtual std::unique_ptr<stream> adopt_stream(void* native) = 0;
  virtual std::unique_ptr<event> make_event() = 0;
  // `image` is PTX text, which the machine compiles for itself. Throws error with the compiler's words.
  virtual std::unique_ptr<module> load(std::string_view image) = 0;

  // Memory, by hand; class buffer does it by scope. allocate(…, 0) gives an address that nothing may be read from.
  virtual address allocate(memory_kind kind, std::size_t bytes) = 0;
  virtual void release(address at, memory_kind kind) noexcept = 0;
  // What lies at an address: nothing where no kernel of this machine can reach it.
  virtual std::optional<memory_kind> kind_at(address at) = 0;
  // Whether pinned and managed addresses are the host's own pointers.
  virtual bool shares_host_pointers() const = 0;

  // Copies between ordinary host memory and memory of this machine, in the stream. The host memory must stay as it
  // is until the stream has been synchronized.
  virtual void upload(address to, const void* from, std::size_t bytes, stream& in) = 0;
  virtual void download(void* to, address from, std::size_t bytes, stream& in) = 0;
  // Copies between two addresses of this machine, in the stream.
  virtual void copy(address to, address from, std::size_t bytes, stream& in) = 0;
  virtual void fill(address to, std::byte value, std::size_t bytes, stream& in) = 0;

  // The host's own loads and stores, now: pinned and managed memory only. No kernel may be using the memory.
  virtual void host_read(void* to, address from, std::size_t bytes) = 0;
  virtual void host_write(address to, const void* from, std::size_t bytes) = 0;

  // Managed memory only.
  virtual void prefetch(address at, std::size_t bytes, place where, stream& in) = 0;
  virtual void advise(address at, std::size_t bytes, advice how) = 0;
};

class entered {
 public:
  explicit entered(machine& entered_machine) : machine_(entered_machine) { machine_.enter(); }
  ~entered() { machine_.leave(); }
  entered(const entered&) = delete;
  entered& operator=(const entered&) = delete;

 private:
  machine& machine_;
};

// The number of GPUs that the driver offers; 0 without a driver.
int gpu_count();
// Opens a GPU by its index. Throws error where there is no driver or no such GPU, saying which.
std::unique_ptr<machine> open_gpu(int index = 0);

}  // namespace warpfold::devices
