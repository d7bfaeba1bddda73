// Element types at run time and at compile time, both from dtypes.def.
#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "warpfold/base/bfloat16.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/base/float16.hpp"

namespace warpfold {

enum class dtype : std::uint8_t {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) name,
#include "warpfold/base/dtypes.def"
};

enum class dtype_category : std::uint8_t { boolean, signed_integer, unsigned_integer, floating, complex };

// The name of a dtype as users write it: "float32", "bool".
std::string_view name_of(dtype type);
// The dtype of that name. Throws error for any other text, listing the names.
dtype dtype_from_name(std::string_view name);
// Bytes of one element.
std::size_t size_of(dtype type);
dtype_category category_of(dtype type);

// dtype_of<T>: the dtype whose elements are T. Only the types of dtypes.def, and the C++ integer types of the same
// size and signedness, have one: int64_t is one of long and long long, or int32_t one of int and long, and the other
// type is as good.
namespace detail {
template <class T>
concept long_integer = std::same_as<T, long> || std::same_as<T, unsigned long> || std::same_as<T, long long> ||
    std::same_as<T, unsigned long long>;
template <class T>
struct listed_type {
  using type = T;
};
template <long_integer T>
struct listed_type<T> {
  using signed_type = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  using type = std::conditional_t<std::is_signed_v<T>, signed_type, std::make_unsigned_t<signed_type>>;
};
// The type of dtypes.def that has the dtype of T.
template <class T>
using listed_type_t = typename listed_type<std::remove_cv_t<T>>::type;

template <class T>
struct dtype_lookup {};
// Of a long integer that dtypes.def does not list itself: where it does, the row comes first.
template <long_integer T>
struct dtype_lookup<T> : dtype_lookup<listed_type_t<T>> {};
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  template <>                                              \
  struct dtype_lookup<cpp_type> : std::integral_constant<dtype, dtype::name> {};
#include "warpfold/base/dtypes.def"
}  // namespace detail
template <class T>
inline constexpr dtype dtype_of = detail::dtype_lookup<std::remove_cv_t<T>>::value;

template <class T>
concept element = requires {
  detail::dtype_lookup<std::remove_cv_t<T>>::value;
};

// A C++ type as a value, for visit_dtype.
template <class T>
struct type_tag {
  using type = T;
};

// Calls visitor(type_tag<T>{}) with the element type T of `type` and returns its result.
template <class Visitor>
decltype(auto) visit_dtype(dtype type, Visitor&& visitor) {
  switch (type) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  case dtype::name:                                        \
    return std::forward<Visitor>(visitor)(type_tag<cpp_type>{});
#include "warpfold/base/dtypes.def"
  }
  throw error("unknown dtype");
}

}  // namespace warpfold
