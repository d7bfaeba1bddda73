// Kernels that are started before those in front of them have ended.
#pragma once

namespace warpfold::gpu {

// Waits until all kernels before this one in the stream have ended, as one must that was started before they had
// (devices::launch_shape::starts_early), and lets the next such one be started. That takes compute capability 9.0; in a
// kernel for less, the host puts the instructions where the mark is.
__device__ inline void wait_for_earlier_kernels() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;" ::: "memory");
#else
  asm volatile("// earlier kernels" ::: "memory");
#endif
}

}  // namespace warpfold::gpu
