// An array on disk or on a pipe, opened for one reading.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "warpfold/base/array_view.hpp"

namespace warpfold::files {

enum class format : std::uint8_t { npy, npz, raw, csv };

struct open_options {
  std::optional<files::format> format;  // absent: by magic number, then by the name's ending
  std::string member;                   // npz: which member; empty: the only one
  std::optional<dtype> type;            // raw, csv: the element type (csv: float64 if absent)
  std::optional<dimensions> shape;      // raw; absent: one axis as long as the file allows
  std::int64_t offset = 0;              // raw: bytes before the first element
  std::string column;                   // csv: a header's name or a number from 0; empty: all columns
};

class array_file {
 public:
  virtual ~array_file() = default;

  virtual const std::string& name() const = 0;
  virtual dtype type() const = 0;
  // The array's shape, or nothing where it is known only after reading to the end (csv, raw from a pipe).
  virtual std::optional<dimensions> shape() const = 0;

  // The whole array where it can be mapped, with its strides and byte order as stored: a file that is neither a pipe
  // nor compressed nor text. Valid until the array_file is destroyed.
  virtual std::optional<array_view> mapped() = 0;

  // Calls take(piece) with consecutive pieces of the array in C order, from the first element to the last, in bounded
  // memory; a piece is valid during the call only. Throws error where the file is cut short, changes or is malformed,
  // and passes on what take() throws. May be called once.
  virtual void for_each_piece(const std::function<void(const array_view&)>& take) = 0;
};

// Opens `path` ("-" is standard input). Throws error where it cannot be opened or its header is not what it should be.
std::unique_ptr<array_file> open(const std::string& path, const open_options& choice = {});

}  // namespace warpfold::files
