// The CUDA driver, loaded when it is first wanted: a machine without one runs everything else.
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>

#include "warpfold/device/driver/types.hpp"

namespace warpfold::devices::driver {

// The address of a function that the driver exports, or null. Throws error where there is no driver.
void* find(const char* name);
[[noreturn]] void fail(const char* name, const std::string& arguments, status code);
[[noreturn]] void fail_missing(const char* name);

// One function of the driver. Calling it throws error where the driver refuses: the call, its arguments, the reason.
template <class... Parameters>
class call {
 public:
  explicit call(const char* name) : name_(name), function_(reinterpret_cast<function_type*>(find(name))) {}

  void operator()(Parameters... values) const {
    if (const status code = attempt(values...)) fail(name_, arguments(values...), code);
  }
  // The same, but returns the driver's status: for calls whose failure is handled or must not throw.
  status attempt(Parameters... values) const {
    if (function_ == nullptr) fail_missing(name_);
    return function_(values...);
  }

 private:
  using function_type = status(Parameters...);

  template <class Value>
  static std::string argument(Value value) {
    if constexpr (std::is_same_v<Value, const char*>) {
      return fmt::format("\"{}\"", value);
    } else if constexpr (std::is_function_v<std::remove_pointer_t<Value>>) {
      return fmt::format("{}", reinterpret_cast<const void*>(value));
    } else if constexpr (std::is_pointer_v<Value>) {
      return fmt::format("{}", static_cast<const void*>(value));
    } else if constexpr (std::is_enum_v<Value>) {
      return std::to_string(static_cast<int>(value));
    } else {
      return std::to_string(value);
    }
  }
  static std::string arguments(Parameters... values) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + argument(values)), ...);
    return text;
  }

  const char* name_;
  function_type* function_;
};

struct api {
#define WARPFOLD_DRIVER_CALL(name, symbol, ...) call<__VA_ARGS__> name{#symbol};
#include "warpfold/device/driver/calls.def"
};

// Loads and initializes the driver at the first call. Throws error where there is none or it fails to start; a later
// call tries again.
const api& get();

}  // namespace warpfold::devices::driver
