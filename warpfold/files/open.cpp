#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/files/array_file.hpp"
#include "warpfold/files/csv.hpp"
#include "warpfold/files/format.hpp"
#include "warpfold/files/input.hpp"
#include "warpfold/files/npy.hpp"
#include "warpfold/files/npz.hpp"
#include "warpfold/files/raw.hpp"

namespace warpfold::files {

std::unique_ptr<array_file> open(const std::string& path, const open_options& choice) {
  input source = input::open(path);
  switch (recognize(source, path, choice)) {
    case format::npy:
      return open_npy(std::move(source));
    case format::npz:
      return open_npz(std::move(source), choice.member);
    case format::raw:
      return open_raw(std::move(source), choice);
    case format::csv:
      return open_csv(std::move(source), choice);
  }
  throw error(source.name() + ": unknown format");
}

}  // namespace warpfold::files
