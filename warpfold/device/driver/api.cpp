#include "warpfold/device/driver/api.hpp"

#include <dlfcn.h>

#include "warpfold/base/error.hpp"

namespace warpfold::devices::driver {
namespace {

void* open_library() {
  constexpr const char* name = "libcuda.so.1";
  if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  throw error(fmt::format("no CUDA driver: {}", dlerror()));
}

std::string text_of(status code, const char* symbol, const char* otherwise) {
  using text_function = status(status, const char**);
  const char* text = nullptr;
  if (const auto lookup = reinterpret_cast<text_function*>(find(symbol))) lookup(code, &text);
  return text != nullptr ? text : otherwise;
}

}  // namespace

void* find(const char* name) {
  static void* const library = open_library();
  return dlsym(library, name);
}

void fail(const char* name, const std::string& arguments, status code) {
  throw error(fmt::format("{}({}): {} ({})", name, arguments, text_of(code, "cuGetErrorName", "unknown CUDA error"),
                          text_of(code, "cuGetErrorString", std::to_string(code).c_str())));
}

void fail_missing(const char* name) {
  throw error(fmt::format("the CUDA driver has no {}: expected a driver for CUDA 11.8 or later", name));
}

const api& get() {
  static const api loaded = [] {
    const api calls;
    calls.init(0);
    return calls;
  }();
  return loaded;
}

}  // namespace warpfold::devices::driver
