// One value of any dtype, as a reduction returns it.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>

#include "warpfold/base/dtype.hpp"

namespace warpfold {

class scalar {
 public:
  template <element T>
  explicit scalar(T value) : type_(dtype_of<T>) {
    static_assert(sizeof(T) <= sizeof(bytes_));
    std::memcpy(bytes_.data(), &value, sizeof(T));
  }

  dtype type() const { return type_; }

  // The value, whose dtype must be T's: throws error otherwise.
  template <element T>
  T as() const {
    require(dtype_of<T>);
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    return value;
  }

 private:
  void require(dtype expected) const;

  alignas(16) std::array<std::byte, 16> bytes_{};
  dtype type_;
};

// The shortest decimal that reads back as the same value: "0.1", "inf", "nan", "true", "4-2j".
std::string to_string(const scalar& value);

}  // namespace warpfold
