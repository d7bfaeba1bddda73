// The kernels that make results of states, for all dtypes: few, as what elements leave hardly depends on their type.
#include "warpfold/reduce/gpu/finish.cuh"
#include "warpfold/reduce/gpu/finish_operator.hpp"

namespace warpfold::gpu {

// Never called: naming a kernel makes it.
template <element T>
void instantiate_finish_kernels(op operation, const options& choice) {
  with_finish_operator<T>(operation, choice,
                          []<class R, class Op, class Finish>(type_tag<R>, const Op&, const Finish&) {
                            auto* const kernel = &finish_state<Finish, R>;
                            static_cast<void>(kernel);
                          });
}

#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  template void instantiate_finish_kernels<cpp_type>(op, const options&);
#include "warpfold/base/dtypes.def"

}  // namespace warpfold::gpu
