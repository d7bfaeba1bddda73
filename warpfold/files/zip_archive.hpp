// A zip archive's members, found by name and read as they are decompressed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/files/byte_source.hpp"
#include "warpfold/files/input.hpp"

struct zip;

namespace warpfold::files {

class zip_archive {
 public:
  // Reads the directory of `source`, a regular file. Throws error where it is not an archive or two members share a
  // name.
  explicit zip_archive(input source);

  const std::string& name() const { return source_.name(); }
  // In the order of the directory, folders left out.
  std::vector<std::string> members() const;

  // The bytes of the member of that name, from now on the archive's owner. Throws error where it is encrypted, is
  // compressed in a way that libzip does not know, or states a size that its compressed bytes cannot hold.
  static std::unique_ptr<byte_source> open_member(zip_archive archive, std::string_view member);

  void verify() const { source_.verify(); }

 private:
  struct closer {
    void operator()(zip* archive) const;
  };

  input source_;
  std::unique_ptr<zip, closer> archive_;
};

}  // namespace warpfold::files
