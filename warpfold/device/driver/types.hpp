// The binary interface of the CUDA driver, as far as it is used: handles, numbers and structures that every driver
// since CUDA 11.8 agrees on. Declared here so that nothing of CUDA is needed to build.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpfold::devices::driver {

using status = int;  // 0: success
using device_id = int;
using device_pointer = std::uint64_t;
using context = struct context_object*;
using module_handle = struct module_object*;
using function = struct function_object*;
using stream_handle = struct stream_object*;
using event_handle = struct event_object*;

enum device_attribute : int {
  max_threads_per_block = 1,
  max_shared_memory_per_block = 8,
  warp_size = 10,
  clock_rate_khz = 13,
  multiprocessor_count = 16,
  memory_clock_rate_khz = 36,
  global_memory_bus_width = 37,
  l2_cache_size = 38,
  max_threads_per_multiprocessor = 39,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  max_shared_memory_per_multiprocessor = 81,
  max_registers_per_multiprocessor = 82,
  concurrent_managed_access = 89,
  max_shared_memory_per_block_optin = 97,
  max_blocks_per_multiprocessor = 106,
  reserved_shared_memory_per_block = 111,
  cluster_launch = 120,
};

enum function_attribute : int {
  function_max_threads_per_block = 0,
  function_shared_size_bytes = 1,
  function_local_size_bytes = 3,
  function_num_regs = 4,
  function_max_dynamic_shared_size_bytes = 8,
  function_non_portable_cluster_size_allowed = 14,
};

enum pointer_attribute : int { pointer_memory_type = 2, pointer_is_managed = 8, pointer_device_ordinal = 9 };
inline constexpr unsigned memory_type_host = 1, memory_type_device = 2;

enum jit_option : int { jit_error_log_buffer = 5, jit_error_log_buffer_size_bytes = 6 };

inline constexpr unsigned host_alloc_portable = 1, host_alloc_device_map = 2;
inline constexpr unsigned attach_global = 1;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr device_id host_device = -1;

enum memory_advice : int { set_read_mostly = 1, set_preferred_location = 3, set_accessed_by = 5 };

enum launch_attribute_id : int {
  launch_cooperative = 2,
  launch_cluster_dimension = 4,
  launch_programmatic_stream_serialization = 6,
};

union launch_attribute_value {
  char bytes[64];
  int cooperative;
  int programmatic_stream_serialization_allowed;
  struct {
    unsigned x, y, z;
  } cluster;
};

struct launch_attribute {
  launch_attribute_id id;
  int unused;
  launch_attribute_value value;
};

struct launch_config {
  unsigned grid_x, grid_y, grid_z;
  unsigned block_x, block_y, block_z;
  unsigned shared_bytes;
  stream_handle stream;
  launch_attribute* attributes;
  unsigned attribute_count;
};

}  // namespace warpfold::devices::driver
