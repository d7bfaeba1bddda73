// What a machine is, in the words of CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpfold::devices {

struct properties {
  std::string name;
  int compute_capability = 0;  // 90 is 9.0
  int sms = 0;
  int warp_size = 32;
  int max_threads_per_block = 1024;
  int max_threads_per_sm = 0;
  int max_blocks_per_sm = 0;
  int registers_per_sm = 0;
  std::size_t shared_bytes_per_block = 0;         // without asking
  std::size_t shared_bytes_per_block_opt_in = 0;  // when the kernel asks for it
  std::size_t shared_bytes_per_sm = 0;
  std::size_t shared_bytes_reserved = 0;  // of each block, for the system
  std::size_t l2_bytes = 0;
  std::size_t memory_bytes = 0;
  int clock_khz = 0;
  double memory_bytes_per_second = 0;  // of the memory's bus, at its peak
  int max_cluster_blocks = 1;          // that every kernel may use; 1: no clusters
  bool managed_pages_move_on_demand = false;
  std::string driver;  // "CUDA 13.0", or what stands in its place
};

// Streaming processors ("CUDA cores") of one SM: lanes that an SM can feed with one fp32 instruction a cycle.
// 0 where the compute capability is not known.
int processors_per_sm(int compute_capability);

}  // namespace warpfold::devices
