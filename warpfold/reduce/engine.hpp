// Who computes a reduction.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpfold {

// automatic: the engine whose memory the elements lie in: gpu for a GPU's device and managed memory, else cpu.
// cpu: SIMD and threads. gpu: kernels on an NVIDIA GPU. simt: the same kernels on the SIMT machine, which needs no GPU
// and is slow.
enum class engine : std::uint8_t { automatic, cpu, gpu, simt };

constexpr std::string_view name_of(engine who) {
  switch (who) {
    case engine::automatic:
      return "auto";
    case engine::cpu:
      return "cpu";
    case engine::gpu:
      return "gpu";
    case engine::simt:
      return "simt";
  }
  return "unknown";
}

// Throws error where that engine cannot compute here, saying why: no driver, no GPU, a library without kernels.
void require_engine(engine who);

// What the kernels of the gpu and simt engines were compiled for, such as "sm_75"; empty where the library was built
// without a CUDA compiler.
std::string_view kernel_target();

}  // namespace warpfold
