#include "warpfold/files/spooled_array.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/files/mapped_array.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/temporary_file.hpp"

namespace warpfold::files {

dimensions strides_in(storage_order order, const dimensions& shape, std::size_t element_size) {
  if (order == storage_order::c) return contiguous_strides(shape, element_size);
  dimensions reversed = shape;
  std::reverse(reversed.begin(), reversed.end());
  dimensions strides = contiguous_strides(reversed, element_size);
  std::reverse(strides.begin(), strides.end());
  return strides;
}

std::unique_ptr<array_file> spool_array(array_file& elements, storage_order order) {
  temporary_file file = naming(elements.name(), [] { return temporary_file(); });
  std::endian byte_order = std::endian::native;
  // Pieces of what is read only once have no gaps.
  elements.for_each_piece([&](const array_view& piece) {
    byte_order = piece.byte_order();
    naming(elements.name(), [&] { file.append({piece.data(), static_cast<std::size_t>(piece.bytes())}); });
  });
  input source = std::move(file).finish(elements.name());
  std::unique_ptr<mapping> pages = mapping::of(source);
  const dimensions shape = elements.shape().value();
  const array_view view(elements.type(), pages ? pages->bytes().data() : nullptr, shape,
                        strides_in(order, shape, size_of(elements.type())), {}, byte_order);
  if (!pages && view.size() != 0) throw error(elements.name() + ": its temporary file cannot be mapped");
  return std::make_unique<mapped_array>(elements.format(), std::move(source), std::move(pages), view);
}

}  // namespace warpfold::files
