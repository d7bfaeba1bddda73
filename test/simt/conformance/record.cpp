// Runs the conformance trials on this machine's GPU and writes what it computed:
//   record_conformance RESULTS.gz
// Needs an NVIDIA driver and nothing else of CUDA: libcuda.so.1 is loaded, and the driver compiles the PTX. Trials that
// the GPU's architecture refuses are left out, and listed on stderr.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "test/simt/conformance/atomic_update.hpp"
#include "test/simt/conformance/kernel.hpp"
#include "test/simt/conformance/operands.hpp"
#include "test/simt/conformance/parted.hpp"
#include "test/simt/conformance/random_program.hpp"
#include "test/simt/conformance/results.hpp"
#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {
namespace {

enum class optimization { none = 0, full = 4 };

// The few functions of the driver that are needed, with the types of cuda.h spelled out.
class driver {
 public:
  driver() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
    if (library_ == nullptr) throw std::runtime_error("libcuda.so.1: not found");
    call<unsigned>("cuInit", 0u);
    int device = 0;
    call<int*, int>("cuDeviceGet", &device, 0);
    call<int*, int, int>("cuDeviceGetAttribute", &major_, 75, device);
    call<int*, int, int>("cuDeviceGetAttribute", &minor_, 76, device);
    void* context = nullptr;
    call<void**, int>("cuDevicePrimaryCtxRetain", &context, device);
    call<void*>("cuCtxSetCurrent", context);
  }

  std::string target() const { return "sm_" + std::to_string(10 * major_ + minor_); }

  bool accepts(const std::string& ptx) {
    void* module = nullptr;
    if (status<void**, const void*>("cuModuleLoadData", &module, ptx.c_str()) != 0) return false;
    call<void*>("cuModuleUnload", module);
    return true;
  }

  // The results of the kernel, or nothing if the driver refuses its text.
  std::vector<std::uint64_t> run(const std::string& ptx, optimization level, const std::vector<std::uint64_t>& operands,
                                 int runs, std::size_t results) {
    void* module = nullptr;
    int option = 7;  // CU_JIT_OPTIMIZATION_LEVEL
    void* value = reinterpret_cast<void*>(static_cast<std::uintptr_t>(level));
    if (status<void**, const void*, unsigned, int*, void**>("cuModuleLoadDataEx", &module, ptx.c_str(), 1u, &option,
                                                            &value) != 0) {
      return {};
    }
    void* kernel = nullptr;
    call<void**, void*, const char*>("cuModuleGetFunction", &kernel, module, "trial");
    std::uint64_t in = 0, out = 0;
    const std::size_t in_bytes = operands.size() * 8, out_bytes = results * 8;
    call<std::uint64_t*, std::size_t>("cuMemAlloc_v2", &in, in_bytes);
    call<std::uint64_t*, std::size_t>("cuMemAlloc_v2", &out, out_bytes);
    call<std::uint64_t, const void*, std::size_t>("cuMemcpyHtoD_v2", in, operands.data(), in_bytes);
    std::uint32_t count = static_cast<std::uint32_t>(runs);
    void* arguments[] = {&in, &out, &count};
    call<void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**>(
        "cuLaunchKernel", kernel, (count + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr);
    std::vector<std::uint64_t> found(results);
    call<void*, std::uint64_t, std::size_t>("cuMemcpyDtoH_v2", found.data(), out, out_bytes);
    call<std::uint64_t>("cuMemFree_v2", in);
    call<std::uint64_t>("cuMemFree_v2", out);
    call<void*>("cuModuleUnload", module);
    return found;
  }

 private:
  template <class... Argument>
  int status(const char* name, Argument... arguments) {
    void* const symbol = dlsym(library_, name);
    if (symbol == nullptr) throw std::runtime_error(std::string(name) + ": not in this driver");
    return reinterpret_cast<int (*)(Argument...)>(symbol)(arguments...);
  }
  template <class... Argument>
  void call(const char* name, Argument... arguments) {
    const int result = status<Argument...>(name, arguments...);
    if (result != 0) throw std::runtime_error(std::string(name) + ": error " + std::to_string(result));
  }

  void* library_;
  int major_ = 0, minor_ = 0;
};

std::string newest_version(driver& gpu) {
  for (const char* version : {"9.0", "8.8", "8.7", "8.6", "8.5", "8.4", "8.3", "8.2", "8.1", "8.0", "7.8"}) {
    const trial nothing{"mov", "mov.b32 o0, i0;", {kind::b32}, {kind::b32}};
    if (gpu.accepts(kernel_text(nothing, version, gpu.target()))) return version;
  }
  throw std::runtime_error("the driver accepts no PTX of version 7.8 or later");
}

// Programs and atomics are compiled as they are written: README.md says why.
optimization level_for(const trial& of) {
  const bool plain = of.name.starts_with("program.") || of.name.starts_with("atom.") || of.name.starts_with("red.");
  return plain ? optimization::none : optimization::full;
}

void record(const std::string& path) {
  driver gpu;
  const std::string version = newest_version(gpu);
  std::vector<recorded> all;
  int refused = 0;
  std::vector<trial> tried = trials();
  for (const auto& more : {atomic_updates(), parted_collectives(), random_programs()}) {
    tried.insert(tried.end(), more.begin(), more.end());
  }
  for (const trial& each : tried) {
    const std::vector<std::uint64_t> operands = operands_of(each);
    const std::size_t results = static_cast<std::size_t>(runs_of(each)) * each.outputs.size();
    std::vector<std::uint64_t> outputs =
        gpu.run(kernel_text(each, version, gpu.target()), level_for(each), operands, runs_of(each), results);
    if (outputs.empty()) {
      ++refused;
      std::fprintf(stderr, "refused: %s\n", each.name.c_str());
      continue;
    }
    std::vector<int> bytes;
    for (const kind k : each.outputs) bytes.push_back(bytes_of(k));
    all.push_back({each.name, runs_of(each), bytes, fingerprint(operands), std::move(outputs)});
  }
  write_results(path, all);
  std::printf("%s, PTX %s: %zu trials recorded, %d refused\n", gpu.target().c_str(), version.c_str(), all.size(),
              refused);
}

}  // namespace
}  // namespace warpfold::simt::conformance

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: record_conformance RESULTS.gz\n");
    return 2;
  }
  try {
    warpfold::simt::conformance::record(arguments[1]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "record_conformance: %s\n", problem.what());
    return 1;
  }
  return 0;
}
