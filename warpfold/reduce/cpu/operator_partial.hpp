// The partial result of a given operator, as a kernel folds it.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "warpfold/reduce/cpu/kernel.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/saved_state.hpp"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/without_nan.hpp"

namespace warpfold::cpu {

template <class R>
result to_result(R value) {
  return {{scalar(value)}, {}};
}
template <class R, std::size_t Count>
result to_result(const std::array<R, Count>& values) {
  result several{{}, {static_cast<std::int64_t>(Count)}};
  for (const R value : values) several.values.emplace_back(value);
  return several;
}

template <class Op>
constexpr bool gives_dtype(dtype asked) {
  bool given = false;
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  given |= asked == dtype::name && Op::template gives<cpp_type>;
#include "warpfold/base/dtypes.def"
  return given;
}
[[noreturn]] void throw_result_dtype(dtype elements, dtype asked);
// Throws error where the sums are not of what `expected` is of.
void require_like(const saved_sums& found, const saved_sums& expected);

template <class Op>
class operator_partial final : public partial {
 public:
  using element_type = typename Op::element_type;

  operator_partial(const Op& op, const options& choice)
      : op_(op),
        kernel_(op),
        result_dtype_(choice.result_dtype),
        filters_nan_(choice.nan == nan_mode::skip && !Op::laws.skips_nan && !std::integral<element_type>) {
    if (result_dtype_) require_result_dtype();
  }

  warpfold::laws laws() const override { return Op::laws; }
  std::unique_ptr<partial> fresh() const override {
    auto made = std::make_unique<operator_partial>(*this);
    made->kernel_ = kernel<Op>(op_);
    made->skipped_ = 0;
    return made;
  }
  std::unique_ptr<partial> copy() const override { return std::make_unique<operator_partial>(*this); }

  void add(const run& elements) override {
    const auto* a = reinterpret_cast<const element_type*>(elements.elements[0]);
    const auto* b = reinterpret_cast<const element_type*>(elements.elements[1]);
    if (filters_nan_) {
      add_filtered(a, b, elements.count, elements.index);
    } else {
      kernel_.add(op_, a, b, elements.count, elements.index);
    }
  }
  void append(const partial& right) override {
    const auto& other = static_cast<const operator_partial&>(right);
    kernel_.append(op_, other.kernel_);
    skipped_ += other.skipped_;
  }
  void append_state(std::span<const std::byte> state, std::int64_t count) override {
    if constexpr (Op::laws.associative) {
      if (filters_nan_) {
        const auto given = from_bytes<typename without_nan<Op>::state>(state);
        kernel_.append_state(op_, given.kept, count);
        skipped_ += given.skipped;
        return;
      }
    }
    kernel_.append_state(op_, from_bytes<typename Op::state>(state), count);
  }
  std::size_t state_bytes() const override {
    if constexpr (Op::laws.associative) {
      if (filters_nan_) return sizeof(typename without_nan<Op>::state);
    }
    return sizeof(typename Op::state);
  }
  std::optional<saved_sums> save(std::int64_t count) const override {
    if constexpr (summands_of<Op>.has_value()) {
      saved_sums saved{*summands_of<Op>, dtype_of<element_type>, count - skipped_, {}};
      save_state(kernel_.state(), saved.count, saved.sums);
      return saved;
    } else {
      return std::nullopt;
    }
  }
  void load(const saved_sums& saved) override {
    if constexpr (summands_of<Op>.has_value()) {
      require_like(saved, {*summands_of<Op>, dtype_of<element_type>, 0, {}});
      const saved_sum* next = saved.sums.data();
      kernel_.append_state(op_, load_state<typename Op::state>(next), saved.count);
    }
  }
  bool settled() const override { return kernel_.settled(op_); }

  dtype result_dtype() const { return result_dtype_.value_or(default_result_dtype<Op>); }
  // As the operator's own result type.
  typename Op::result_type value(std::int64_t count) const {
    return kernel_.template finish<typename Op::result_type>(op_, count - skipped_);
  }
  result finish(std::int64_t count) const override { return finish_as(result_dtype(), count - skipped_); }

 private:
  template <class State>
  static State from_bytes(std::span<const std::byte> bytes) {
    State state;
    std::memcpy(static_cast<void*>(&state), bytes.data(), sizeof state);
    return state;
  }

  void require_result_dtype() const {
    const bool given = gives_dtype<Op>(*result_dtype_);
    if (!given) throw_result_dtype(dtype_of<element_type>, *result_dtype_);
  }

  result finish_as(dtype asked, std::int64_t count) const {
    std::optional<result> found;
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code)                                      \
  if constexpr (Op::template gives<cpp_type>) {                                                 \
    if (asked == dtype::name) found = to_result(kernel_.template finish<cpp_type>(op_, count)); \
  }
#include "warpfold/base/dtypes.def"
    return *std::move(found);
  }

  // Only what is left when NaNs, and their partners in the other array, are taken out. Not for operators that look at
  // positions, which skip NaNs themselves.
  void add_filtered(const element_type* a, const element_type* b, std::int64_t count, std::int64_t index) {
    constexpr std::int64_t piece = 1024;
    std::array<element_type, piece> kept_a;
    std::array<element_type, piece> kept_b;
    for (std::int64_t first = 0; first < count; first += piece) {
      const std::int64_t end = std::min(count, first + piece);
      std::size_t kept = 0;
      for (std::int64_t i = first; i < end; ++i) {
        if (is_nan(a[i]) || (b != nullptr && is_nan(b[i]))) continue;
        kept_a[kept] = a[i];
        if (b != nullptr) kept_b[kept] = b[i];
        ++kept;
      }
      skipped_ += end - first - static_cast<std::int64_t>(kept);
      kernel_.add(op_, kept_a.data(), kept_b.data(), static_cast<std::int64_t>(kept), index + first);
    }
  }

  Op op_;
  kernel<Op> kernel_;
  std::optional<dtype> result_dtype_;
  bool filters_nan_;
  std::int64_t skipped_ = 0;  // NaNs taken out
};

}  // namespace warpfold::cpu
