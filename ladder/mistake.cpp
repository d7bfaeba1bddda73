#include "ladder/mistake.hpp"

#include <algorithm>
#include <filesystem>

namespace warpfold::ladder {
namespace {

std::vector<mistake>& list() {
  static std::vector<mistake> all;
  return all;
}

}  // namespace

const std::vector<mistake>& mistakes() {
  return list();
}

mistake_registration::mistake_registration(mistake entry, const char* path) {
  entry.file = std::filesystem::path(path).stem().string();
  const auto place = std::upper_bound(list().begin(), list().end(), entry,
                                      [](const mistake& a, const mistake& b) { return a.file < b.file; });
  list().insert(place, std::move(entry));
}

plan one_launch(const problem& sum, std::string_view kernel, std::uint32_t blocks, std::size_t shared_bytes) {
  return {{std::string(kernel),
           {{blocks}, {sum.block}, {}, shared_bytes, false},
           devices::arguments::of(sum.in, sum.out, sum.n)}};
}

}  // namespace warpfold::ladder
