#include "warpfold/reduce/finish_definitions.hpp"

namespace warpfold {

#define WARPFOLD_FINISH_SUM(R, Sum)     \
  template R finish_sum<R>(const Sum&); \
  template R finish_norm<R>(const Sum&);
#define WARPFOLD_FINISH_MOMENTS(R, Sum, Squares)                                         \
  template R finish_variance<R>(const Sum&, const Squares&, std::int64_t, std::int64_t); \
  template R finish_standard_deviation<R>(const Sum&, const Squares&, std::int64_t, std::int64_t);
#define WARPFOLD_FINISH_FLOAT(R)                                      \
  template R finish_integer<R>(const int192&, overflow, const char*); \
  template R round_to<R>(double_double, std::int64_t);                \
  WARPFOLD_FINISH_SUM(R, int192)                                      \
  WARPFOLD_FINISH_SUM(R, exact::accumulator)                          \
  WARPFOLD_FINISH_SUM(R, exact::product_accumulator)                  \
  template R finish_mean<R>(const int192&, std::int64_t);             \
  template R finish_mean<R>(const exact::accumulator&, std::int64_t); \
  WARPFOLD_FINISH_MOMENTS(R, int192, int192)                          \
  WARPFOLD_FINISH_MOMENTS(R, exact::accumulator, exact::accumulator)  \
  WARPFOLD_FINISH_MOMENTS(R, exact::accumulator, exact::product_accumulator)
#define WARPFOLD_FINISH_INTEGER(R) template R finish_integer<R>(const int192&, overflow, const char*);

#define WARPFOLD_FINISH_boolean(R)
#define WARPFOLD_FINISH_signed_integer(R) WARPFOLD_FINISH_INTEGER(R)
#define WARPFOLD_FINISH_unsigned_integer(R) WARPFOLD_FINISH_INTEGER(R)
#define WARPFOLD_FINISH_floating(R) WARPFOLD_FINISH_FLOAT(R)
#define WARPFOLD_FINISH_complex(R)
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) WARPFOLD_FINISH_##category(cpp_type)
#include "warpfold/base/dtypes.def"
#undef WARPFOLD_FINISH_boolean
#undef WARPFOLD_FINISH_signed_integer
#undef WARPFOLD_FINISH_unsigned_integer
#undef WARPFOLD_FINISH_floating
#undef WARPFOLD_FINISH_complex
#undef WARPFOLD_FINISH_INTEGER
#undef WARPFOLD_FINISH_FLOAT
#undef WARPFOLD_FINISH_MOMENTS
#undef WARPFOLD_FINISH_SUM

}  // namespace warpfold
