#include "warpfold/reduce/gpu/finish_choice.hpp"

#include <span>

#include "warpfold/reduce/gpu/finish_operator.hpp"
#include "warpfold/reduce/gpu/images.hpp"
#include "warpfold/reduce/gpu/kernel_image.hpp"
#include "warpfold/reduce/without_nan.hpp"

namespace warpfold::gpu {
namespace {

// Where the number of elements left out stands in what kernels leave: nowhere if the operator itself skips NaNs.
template <class Op>
std::size_t skipped_at(const options& choice) {
  if constexpr (!std::integral<typename Op::element_type> && Op::laws.associative && !Op::laws.skips_nan) {
    if (choice.nan == nan_mode::skip) return sizeof(typename without_nan<Op>::state) - sizeof(std::int64_t);
  }
  return 0;
}

}  // namespace

finish_choice choose_finish(op operation, dtype type, const options& choice) {
  finish_choice chosen;
  const auto choose = [&]<class R, class Op, class Finish>(type_tag<R>, const Op&, const Finish& finish) {
    static_assert(sizeof(typename Op::state) == sizeof(typename Finish::state));
    if (dtype_of<R> != choice.result_dtype.value_or(default_result_dtype<Op>)) return;
    const auto bytes = std::as_bytes(std::span(&finish, 1));
    chosen.kernel = kernel_name<Finish, R>("finish_state");
    chosen.op.assign(bytes.begin(), bytes.end());
    chosen.skipped_at = skipped_at<Op>(choice);
  };
  visit_dtype(type, [&](auto tag) { with_finish_operator<typename decltype(tag)::type>(operation, choice, choose); });
  chosen.image = image_of(finish_image(), {chosen.kernel});
  return chosen;
}

void fit(finish_choice& finish, const devices::properties& machine) {
  let_start_early(finish, machine);
}

devices::launch_shape shape_of(const finish_choice& finish) {
  constexpr std::uint32_t one_warp = 32;
  return {{1}, {one_warp}, {}, 0, false, finish.starts_early};
}

devices::arguments arguments_of(const finish_choice& finish, devices::address state, std::int64_t count,
                                devices::address out) {
  devices::arguments all;
  all.append(finish.op);
  const auto append = [&all](const auto& value) { all.append(std::as_bytes(std::span(&value, 1))); };
  append(state);
  append(finish.skipped_at == 0 ? devices::address{0} : state + finish.skipped_at);
  append(count);
  append(out);
  return all;
}

}  // namespace warpfold::gpu
