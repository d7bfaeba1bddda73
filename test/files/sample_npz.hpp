// .npz files made with libzip.
#pragma once

#include <zip.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warpfold::test {

struct zip_member {
  std::string name;
  std::string bytes;
  bool deflated = false;
};

inline void write_zip(const std::string& path, const std::vector<zip_member>& members) {
  int code = 0;
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (archive == nullptr) throw std::runtime_error("no archive");
  for (const zip_member& member : members) {
    zip_source_t* const source = zip_source_buffer(archive, member.bytes.data(), member.bytes.size(), 0);
    const zip_int64_t index = zip_file_add(archive, member.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) throw std::runtime_error(zip_strerror(archive));
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), member.deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE,
                             0);
  }
  if (zip_close(archive) != 0) throw std::runtime_error("archive not written");
}

}  // namespace warpfold::test
