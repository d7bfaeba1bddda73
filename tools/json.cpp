#include "tools/json.hpp"

#include <cmath>
#include <complex>
#include <concepts>

#include "warpfold/base/dtype.hpp"

namespace warpfold::tools {
namespace {

json number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

// A narrower float is a double exactly, so that readers who know only doubles get the very value.
template <class T>
json number_of(T value) {
  if constexpr (std::integral<T>) {
    return value;
  } else {
    return number(static_cast<double>(value));
  }
}

template <class T>
json number_of(std::complex<T> value) {
  return json::array({number(value.real()), number(value.imag())});
}

}  // namespace

json to_json(const scalar& value) {
  return visit_dtype(value.type(), [&](auto tag) { return number_of(value.as<typename decltype(tag)::type>()); });
}

json to_json(const result& value) {
  if (value.shape.empty()) return to_json(value.values.front());
  json list = json::array();
  for (const scalar& each : value.values) list.push_back(to_json(each));
  return list;
}

json to_json(const dimensions& shape) {
  json list = json::array();
  for (const std::int64_t extent : shape) list.push_back(extent);
  return list;
}

std::string json_line(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace warpfold::tools
