// The machine behind a CUDA driver.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/base/readable_name.hpp"
#include "warpfold/device/driver/api.hpp"
#include "warpfold/device/kernel_name.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::devices {
namespace {

// A handle that the driver destroys.
template <class Handle, auto Destroy>
class owned {
 public:
  owned() = default;
  explicit owned(Handle handle) : handle_(handle) {}
  ~owned() {
    if (handle_ != Handle{}) (driver::get().*Destroy).attempt(handle_);
  }
  owned(owned&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
  owned& operator=(owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_{};
};

class gpu_stream : public stream {
 public:
  explicit gpu_stream(driver::stream_handle handle) : handle_(handle) {}
  void synchronize() override { driver::get().synchronize_stream(handle_); }
  void* native() const override { return handle_; }
  driver::stream_handle handle() const { return handle_; }

 private:
  driver::stream_handle handle_;
};

class owned_stream final : public gpu_stream {
 public:
  owned_stream() : gpu_stream(create()), owner_(handle()) {}

 private:
  static driver::stream_handle create() {
    driver::stream_handle handle{};
    driver::get().create_stream(&handle, driver::stream_non_blocking);
    return handle;
  }
  owned<driver::stream_handle, &driver::api::destroy_stream> owner_;
};

driver::stream_handle handle_of(stream& in) {
  return static_cast<gpu_stream&>(in).handle();
}

class gpu_event final : public event {
 public:
  gpu_event() : handle_(create()) {}
  void record(stream& in) override { driver::get().record_event(handle_.get(), handle_of(in)); }
  void synchronize() override { driver::get().synchronize_event(handle_.get()); }
  double seconds_since(const event& earlier) const override {
    float milliseconds = 0;
    driver::get().elapsed_milliseconds(&milliseconds, static_cast<const gpu_event&>(earlier).handle_.get(),
                                       handle_.get());
    return milliseconds * 1e-3;
  }

 private:
  static driver::event_handle create() {
    driver::event_handle handle{};
    driver::get().create_event(&handle, 0);
    return handle;
  }
  owned<driver::event_handle, &driver::api::destroy_event> handle_;
};

class gpu_kernel final : public kernel {
 public:
  gpu_kernel(driver::function handle, std::string name) : handle_(handle), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }

  kernel_resources resources() const override {
    return {attribute(driver::function_num_regs),
            static_cast<std::size_t>(attribute(driver::function_shared_size_bytes)),
            static_cast<std::size_t>(attribute(driver::function_local_size_bytes)),
            attribute(driver::function_max_threads_per_block)};
  }

  int blocks_per_sm(int threads, std::size_t shared_bytes) const override {
    allow(shared_bytes);
    int blocks = 0;
    driver::get().blocks_per_sm(&blocks, handle_, threads, shared_bytes);
    return blocks;
  }

  void launch(const launch_shape& shape, const arguments& values, stream& in) override {
    allow(shape.shared_bytes);
    std::array<driver::launch_attribute, 3> attributes{};
    unsigned count = 0;
    if (shape.cluster) {
      allow_cluster(*shape.cluster);
      attributes[count].id = driver::launch_cluster_dimension;
      attributes[count].value.cluster = {shape.cluster->x, shape.cluster->y, shape.cluster->z};
      ++count;
    }
    if (shape.cooperative) {
      attributes[count].id = driver::launch_cooperative;
      attributes[count].value.cooperative = 1;
      ++count;
    }
    if (shape.starts_early) {
      attributes[count].id = driver::launch_programmatic_stream_serialization;
      attributes[count].value.programmatic_stream_serialization_allowed = 1;
      ++count;
    }
    const driver::launch_config config{shape.grid.x,
                                       shape.grid.y,
                                       shape.grid.z,
                                       shape.block.x,
                                       shape.block.y,
                                       shape.block.z,
                                       static_cast<unsigned>(shape.shared_bytes),
                                       handle_of(in),
                                       attributes.data(),
                                       count};
    std::vector<void*> pointers;
    for (std::size_t i = 0; i < values.size(); ++i) {
      pointers.push_back(const_cast<std::byte*>(values[i].data()));  // The driver only reads them.
    }
    if (const driver::status code = driver::get().launch.attempt(&config, handle_, pointers.data(), nullptr)) {
      driver::fail("cuLaunchKernelEx", describe(shape), code);
    }
  }

 private:
  int attribute(driver::function_attribute which) const {
    int value = 0;
    driver::get().get_function_attribute(&value, which, handle_);
    return value;
  }

  // More shared memory than every kernel may use, static and dynamic together, must be asked for, once.
  void allow(std::size_t shared_bytes) const {
    constexpr std::size_t granted_to_all = 48 * 1024;
    if (shared_bytes <= allowed_shared_bytes_) return;
    const auto fixed = static_cast<std::size_t>(attribute(driver::function_shared_size_bytes));
    if (fixed + shared_bytes > granted_to_all) {
      driver::get().set_function_attribute(handle_, driver::function_max_dynamic_shared_size_bytes,
                                           static_cast<int>(shared_bytes));
    }
    allowed_shared_bytes_ = shared_bytes;
  }

  void allow_cluster(const extent& cluster) const {
    constexpr std::uint64_t portable = 8;
    if (cluster.volume() <= portable) return;
    driver::get().set_function_attribute(handle_, driver::function_non_portable_cluster_size_allowed, 1);
  }

  std::string describe(const launch_shape& shape) const {
    const auto text = [](const extent& e) { return fmt::format("({}, {}, {})", e.x, e.y, e.z); };
    return fmt::format("{}, grid {}, block {}, cluster {}, {} bytes of shared memory{}", readable_name(name_),
                       text(shape.grid), text(shape.block), shape.cluster ? text(*shape.cluster) : "as declared",
                       shape.shared_bytes, shape.cooperative ? ", cooperative" : "");
  }

  driver::function handle_;
  std::string name_;
  mutable std::size_t allowed_shared_bytes_ = 0;
};

class gpu_module final : public module {
 public:
  explicit gpu_module(std::string_view image) : handle_(compile(std::string(image))), names_(entry_names(image)) {}

  kernel& find(std::string_view wanted) override {
    const std::string name = match_kernel_name(names_, wanted);
    auto found = kernels_.find(name);
    if (found == kernels_.end()) {
      driver::function handle{};
      driver::get().get_function(&handle, handle_.get(), name.c_str());
      found = kernels_.emplace(name, std::make_unique<gpu_kernel>(handle, name)).first;
    }
    return *found->second;
  }

 private:
  static driver::module_handle compile(const std::string& text) {
    std::array<char, 4096> log{};
    std::array options{driver::jit_error_log_buffer, driver::jit_error_log_buffer_size_bytes};
    std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size())};
    driver::module_handle handle{};
    if (const driver::status code = driver::get().load_module.attempt(
            &handle, text.c_str(), static_cast<unsigned>(options.size()), options.data(), values.data())) {
      std::replace(log.begin(), log.end(), '\n', ' ');
      driver::fail("cuModuleLoadDataEx", log.data(), code);
    }
    return handle;
  }

  owned<driver::module_handle, &driver::api::unload_module> handle_;
  std::vector<std::string> names_;
  std::map<std::string, std::unique_ptr<gpu_kernel>> kernels_;
};

class gpu final : public machine {
 public:
  explicit gpu(int index) : index_(index), device_(device_at(index)), context_(device_) {
    driver::get().set_context(context_.handle());
    describe();
  }

  const properties& about() const override { return about_; }

  void enter() override { driver::get().push_context(context_.handle()); }
  void leave() noexcept override {
    driver::context left{};
    driver::get().pop_context.attempt(&left);
  }

  std::unique_ptr<stream> make_stream() override { return std::make_unique<owned_stream>(); }
  std::unique_ptr<stream> adopt_stream(void* native) override {
    return std::make_unique<gpu_stream>(static_cast<driver::stream_handle>(native));
  }
  std::unique_ptr<event> make_event() override { return std::make_unique<gpu_event>(); }
  std::unique_ptr<module> load(std::string_view image) override { return std::make_unique<gpu_module>(image); }

  address allocate(memory_kind kind, std::size_t bytes) override {
    const std::size_t at_least_one = std::max<std::size_t>(bytes, 1);
    driver::device_pointer at = 0;
    void* pinned = nullptr;
    switch (kind) {
      case memory_kind::device:
        driver::get().allocate_device(&at, at_least_one);
        return at;
      case memory_kind::managed:
        driver::get().allocate_managed(&at, at_least_one, driver::attach_global);
        return at;
      case memory_kind::pinned:
        driver::get().allocate_pinned(&pinned, at_least_one,
                                      driver::host_alloc_portable | driver::host_alloc_device_map);
        return reinterpret_cast<address>(pinned);
    }
    throw error("unknown kind of memory");
  }

  void release(address at, memory_kind kind) noexcept override {
    if (kind == memory_kind::pinned) {
      driver::get().free_pinned.attempt(reinterpret_cast<void*>(at));
    } else {
      driver::get().free_device.attempt(at);
    }
  }

  std::optional<memory_kind> kind_at(address at) override {
    unsigned type = 0;  // stays so where the driver does not know the address
    unsigned managed = 0;
    int index = 0;
    std::array attributes{driver::pointer_memory_type, driver::pointer_is_managed, driver::pointer_device_ordinal};
    std::array<void*, 3> values{&type, &managed, &index};
    driver::get().pointer_attributes(static_cast<unsigned>(attributes.size()), attributes.data(), values.data(), at);
    if (managed != 0) return memory_kind::managed;
    if (type == driver::memory_type_host) return memory_kind::pinned;
    if (type == driver::memory_type_device && index == index_) return memory_kind::device;
    return std::nullopt;
  }
  bool shares_host_pointers() const override { return true; }

  void upload(address to, const void* from, std::size_t bytes, stream& in) override {
    if (bytes > 0) driver::get().upload(to, from, bytes, handle_of(in));
  }
  void download(void* to, address from, std::size_t bytes, stream& in) override {
    if (bytes > 0) driver::get().download(to, from, bytes, handle_of(in));
  }
  void copy(address to, address from, std::size_t bytes, stream& in) override {
    if (bytes > 0) driver::get().copy(to, from, bytes, handle_of(in));
  }
  void fill(address to, std::byte value, std::size_t bytes, stream& in) override {
    if (bytes > 0) driver::get().fill(to, static_cast<unsigned char>(value), bytes, handle_of(in));
  }

  void host_read(void* to, address from, std::size_t bytes) override {
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  }
  void host_write(address to, const void* from, std::size_t bytes) override {
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  }

  void prefetch(address at, std::size_t bytes, place where, stream& in) override {
    driver::get().prefetch(at, bytes, where == place::host ? driver::host_device : device_, handle_of(in));
  }

  void advise(address at, std::size_t bytes, advice how) override {
    switch (how) {
      case advice::read_mostly:
        return driver::get().advise(at, bytes, driver::set_read_mostly, device_);
      case advice::prefer_device:
        return driver::get().advise(at, bytes, driver::set_preferred_location, device_);
      case advice::prefer_host:
        return driver::get().advise(at, bytes, driver::set_preferred_location, driver::host_device);
      case advice::accessed_by_device:
        return driver::get().advise(at, bytes, driver::set_accessed_by, device_);
    }
  }

 private:
  class retained_context {
   public:
    explicit retained_context(driver::device_id device) : device_(device) {
      driver::get().retain_context(&handle_, device_);
    }
    ~retained_context() { driver::get().release_context.attempt(device_); }
    retained_context(const retained_context&) = delete;
    retained_context& operator=(const retained_context&) = delete;
    driver::context handle() const { return handle_; }

   private:
    driver::device_id device_;
    driver::context handle_{};
  };

  static driver::device_id device_at(int index) {
    driver::device_id device = 0;
    driver::get().device_get(&device, index);
    return device;
  }

  int attribute(driver::device_attribute which) const {
    int value = 0;
    driver::get().device_attribute(&value, which, device_);
    return value;
  }

  std::size_t byte_attribute(driver::device_attribute which) const {
    return static_cast<std::size_t>(attribute(which));
  }

  void describe() {
    std::array<char, 256> name{};
    driver::get().device_name(name.data(), static_cast<int>(name.size()), device_);
    about_.name = name.data();
    about_.compute_capability =
        10 * attribute(driver::compute_capability_major) + attribute(driver::compute_capability_minor);
    about_.sms = attribute(driver::multiprocessor_count);
    about_.warp_size = attribute(driver::warp_size);
    about_.max_threads_per_block = attribute(driver::max_threads_per_block);
    about_.max_threads_per_sm = attribute(driver::max_threads_per_multiprocessor);
    about_.max_blocks_per_sm = attribute(driver::max_blocks_per_multiprocessor);
    about_.registers_per_sm = attribute(driver::max_registers_per_multiprocessor);
    about_.shared_bytes_per_block = byte_attribute(driver::max_shared_memory_per_block);
    about_.shared_bytes_per_block_opt_in = byte_attribute(driver::max_shared_memory_per_block_optin);
    about_.shared_bytes_per_sm = byte_attribute(driver::max_shared_memory_per_multiprocessor);
    about_.shared_bytes_reserved = byte_attribute(driver::reserved_shared_memory_per_block);
    about_.l2_bytes = byte_attribute(driver::l2_cache_size);
    driver::get().device_memory(&about_.memory_bytes, device_);
    about_.clock_khz = attribute(driver::clock_rate_khz);
    constexpr double transfers_per_clock = 2, bits_per_byte = 8;
    about_.memory_bytes_per_second = transfers_per_clock * 1e3 * attribute(driver::memory_clock_rate_khz) *
                                     attribute(driver::global_memory_bus_width) / bits_per_byte;
    about_.max_cluster_blocks = attribute(driver::cluster_launch) != 0 ? 8 : 1;
    about_.managed_pages_move_on_demand = attribute(driver::concurrent_managed_access) != 0;
    int version = 0;
    driver::get().driver_version(&version);
    about_.driver = fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
  }

  int index_;
  driver::device_id device_;
  retained_context context_;
  properties about_;
};

}  // namespace

int gpu_count() {
  int count = 0;
  try {
    driver::get().device_count(&count);
  } catch (const error&) {
    return 0;
  }
  return count;
}

std::unique_ptr<machine> open_gpu(int index) {
  int count = 0;
  driver::get().device_count(&count);
  if (index < 0 || index >= count) throw error(fmt::format("no GPU {}: the driver offers {}", index, count));
  return std::make_unique<gpu>(index);
}

}  // namespace warpfold::devices
