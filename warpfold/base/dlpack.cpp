#include "warpfold/base/dlpack.hpp"

namespace warpfold {
namespace {

// DLDataTypeCode
enum type_code { signed_code = 0, unsigned_code = 1, float_code = 2, bfloat_code = 4, complex_code = 5, bool_code = 6 };

bool has_code(dtype type, int code) {
  switch (category_of(type)) {
    case dtype_category::boolean:
      return code == bool_code;
    case dtype_category::signed_integer:
      return code == signed_code;
    case dtype_category::unsigned_integer:
      return code == unsigned_code;
    case dtype_category::floating:
      return code == (type == dtype::bfloat16 ? bfloat_code : float_code);
    case dtype_category::complex:
      return code == complex_code;
  }
  return false;
}

}  // namespace

dtype dtype_from_dlpack(int code, int bits, int lanes) {
  if (lanes == 1) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  if (has_code(dtype::name, code) && bits == 8 * static_cast<int>(sizeof(cpp_type))) return dtype::name;
#include "warpfold/base/dtypes.def"
  }
  throw error("DLPack tensor has elements of type code " + std::to_string(code) + ", " + std::to_string(bits) +
              " bits and " + std::to_string(lanes) + " lanes, expected those of a dtype");
}

device device_from_dlpack(int type, int index) {
  switch (type) {  // DLDeviceType
    case 1:
      return {device_type::cpu, 0};
    case 2:
      return {device_type::cuda, index};
    case 3:
      return {device_type::cuda_pinned, index};
    case 13:
      return {device_type::cuda_managed, index};
    default:
      throw error("DLPack tensor is on a device of type " + std::to_string(type) + ", expected a CPU or CUDA");
  }
}

}  // namespace warpfold
