#include "warpfold/files/npy.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/byte_count.hpp"
#include "warpfold/files/mapped_array.hpp"
#include "warpfold/files/mapping.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/npy_header.hpp"
#include "warpfold/files/spooled_array.hpp"
#include "warpfold/files/streamed_array.hpp"

namespace warpfold::files {
namespace {

// Throws error where the source's size is known and is not what its header says.
located_npy_header read_fitting_header(byte_source& source) {
  const located_npy_header found = read_npy_header(source);
  const auto& [header, header_bytes] = found;
  const std::int64_t expected = byte_count(header.shape, header.elements.type);
  if (source.size() && *source.size() - header_bytes != expected) {
    throw error(fmt::format("holds {} bytes of elements, expected {} for shape {} of {}", *source.size() - header_bytes,
                            expected, to_string(header.shape), name_of(header.elements.type)));
  }
  return found;
}

storage_order order_of(const npy_header& header) {
  return header.fortran_order ? storage_order::fortran : storage_order::c;
}

array_view view_of(const npy_header& header, const std::byte* data) {
  const auto [type, byte_order] = header.elements;
  return {type, data, header.shape, strides_in(order_of(header), header.shape, size_of(type)), {}, byte_order};
}

// Where at most one axis has several elements, Fortran order is C order.
bool order_matters(const npy_header& header) {
  return header.fortran_order && element_count(header.shape) != 0 &&
         std::count_if(header.shape.begin(), header.shape.end(), [](std::int64_t extent) { return extent != 1; }) > 1;
}

std::unique_ptr<array_file> stream_elements(files::format stored_as, const std::string& name,
                                            std::unique_ptr<byte_source> source, const npy_header& header) {
  const auto [type, byte_order] = header.elements;
  auto elements = std::make_unique<streamed_array>(name, std::move(source),
                                                   streamed_array::layout{stored_as, type, byte_order, header.shape});
  if (order_matters(header)) return spool_array(*elements, storage_order::fortran);
  return elements;
}

}  // namespace

std::unique_ptr<array_file> open_npy(input source) {
  const auto [header, header_bytes] = naming(source.name(), [&] { return read_fitting_header(source); });
  if (std::unique_ptr<mapping> pages = mapping::of(source)) {
    const array_view view = view_of(header, pages->bytes().data() + header_bytes);
    return std::make_unique<mapped_array>(format::npy, std::move(source), std::move(pages), view);
  }
  const std::string name = source.name();
  return stream_elements(format::npy, name, std::make_unique<input>(std::move(source)), header);
}

std::unique_ptr<array_file> open_npy_stream(files::format stored_as, const std::string& name,
                                            std::unique_ptr<byte_source> source) {
  const npy_header header = naming(name, [&] { return read_fitting_header(*source).header; });
  return stream_elements(stored_as, name, std::move(source), header);
}

}  // namespace warpfold::files
