// An array on disk or on a pipe, opened for one reading.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "warpfold/base/array_view.hpp"

namespace warpfold::files {

enum class format : std::uint8_t { npy, npz, raw, csv };
inline constexpr std::array all_formats = {format::npy, format::npz, format::raw, format::csv};
std::string_view name_of(format one);

struct open_options {
  std::optional<files::format> format{};  // absent: by magic number, then by the name's ending, then by the bytes
  std::string member{};                   // npz: which member; empty: the only one
  std::optional<dtype> type{};            // raw, csv: the element type (csv: float64 if absent)
  std::optional<dimensions> shape{};      // raw; absent: one axis as long as the file allows
  std::optional<std::int64_t> offset{};   // raw: bytes before the first element (0 if absent)
  std::string column{};                   // csv: a header's name, else a number from 0; empty: all columns
  std::string part{};                     // a member or a column, whichever files of the format have
};

class array_file {
 public:
  virtual ~array_file() = default;

  // The name in messages: the path, "standard input", or "weights.npz[layer]".
  virtual const std::string& name() const = 0;
  // How it is stored, as chosen or as recognized. Only npy and npz state their dtype.
  virtual files::format format() const = 0;
  virtual dtype type() const = 0;
  // The array's shape, or nothing where it is known only after the last piece (csv, raw from a pipe).
  virtual std::optional<dimensions> shape() const = 0;

  // The whole array where it can be mapped, with its strides and byte order as stored: a file that is neither a pipe
  // nor compressed nor text. Valid until the array_file is destroyed. Reading it is safe even where the file is cut
  // short meanwhile, but what was read counts only after verify() has returned. Throws error where a boolean is stored
  // as neither 0 nor 1, which takes a pass over them once.
  virtual std::optional<array_view> mapped() = 0;

  // The next piece of the array: the pieces one after another, each in C order, are the array. Nothing after the last.
  // A piece is valid until the next call. Memory is bounded however large the array is. Throws error where the file is
  // cut short, changes or is malformed; the array is right only once "nothing" was returned.
  virtual std::optional<array_view> next_piece() = 0;

  // Throws error where the file was cut short or changed since it was opened.
  virtual void verify() const = 0;

  // How far next_piece() has come, for a progress bar: bytes out of total_bytes(), which is nothing for a pipe.
  virtual std::int64_t bytes_read() const = 0;
  virtual std::optional<std::int64_t> total_bytes() const = 0;

  // Calls take(piece) for every piece there is, and passes on what take() throws.
  void for_each_piece(const std::function<void(const array_view&)>& take);

  // The whole array as one view: mapped() where there is one, else all pieces written to an unlinked temporary file.
  // Valid until the array_file is destroyed. Call verify() after reading it.
  array_view whole();

 private:
  std::unique_ptr<array_file> spooled_;
};

// Opens `path` ("-" is standard input). Throws error where it cannot be opened, where its header is not what it should
// be, and where something is chosen that files of its format do not have.
std::unique_ptr<array_file> open(const std::string& path, const open_options& choice = {});

}  // namespace warpfold::files
