// Values as JSON: numbers that read back the same, and strings for what JSON cannot count to.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/scalar.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::tools {

using json = nlohmann::ordered_json;

// true or false; an integer with every digit; a float as the number it is, or "NaN", "Infinity", "-Infinity"; a complex
// number as the list of its real and its imaginary part.
json to_json(const scalar& value);

// One value as it is, several as a list.
json to_json(const result& value);

// A list of extents.
json to_json(const dimensions& shape);

// The object on one line, newline included. Bytes of file names that are no UTF-8 become U+FFFD.
std::string json_line(const json& object);

}  // namespace warpfold::tools
