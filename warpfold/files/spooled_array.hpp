// An array that can be read only once, made one that lies in memory as a whole.
#pragma once

#include <cstdint>
#include <memory>

#include "warpfold/files/array_file.hpp"

namespace warpfold::files {

// Which axis varies fastest from one stored element to the next: the last (C) or the first (Fortran).
enum class storage_order : std::uint8_t { c, fortran };

// The strides in bytes of an array stored in `order` without gaps.
dimensions strides_in(storage_order order, const dimensions& shape, std::size_t element_size);

// Writes the pieces of `elements`, which are stored in `order`, to a temporary file and maps it.
std::unique_ptr<array_file> spool_array(array_file& elements, storage_order order = storage_order::c);

}  // namespace warpfold::files
