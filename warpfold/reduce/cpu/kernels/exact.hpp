// Kernels of the exact float operators: the vector front ends of exact sums.
#pragma once

#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_moments.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"
#include "warpfold/reduce/cpu/kernel.hpp"
#include "warpfold/reduce/op/dot.hpp"
#include "warpfold/reduce/op/mean.hpp"
#include "warpfold/reduce/op/norm.hpp"
#include "warpfold/reduce/op/std.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/op/var.hpp"

namespace warpfold::cpu {

// Adds an operator's state to what the CPU has gathered.
template <class T>
void merge_state(exact::sum<T>& gathered, const total<T>& state) {
  gathered.merge(state.value);
}
template <class T>
void merge_state(exact::dot<T>& gathered, const product_total<T>& state) {
  gathered.merge(state.value);
}
template <class T>
void merge_state(exact::complex_sum<T>& gathered, const total<std::complex<T>>& state) {
  gathered.merge(state.real.value, state.imaginary.value);
}
template <class T>
void merge_state(exact::complex_dot<T>& gathered, const product_total<std::complex<T>>& state) {
  gathered.merge(state.real.value, state.imaginary.value);
}
template <class T>
void merge_state(exact::moments<T>& gathered, const typename operators::var<T>::state& state) {
  gathered.merge(state.sum.value, state.squares.value);
}

// What the CPU has gathered as an operator's state.
template <class T>
void copy_state(const exact::sum<T>& gathered, total<T>& state) {
  state.value.merge(gathered.value());
}
template <class T>
void copy_state(const exact::dot<T>& gathered, product_total<T>& state) {
  state.value.merge(gathered.value());
}
template <class T>
void copy_state(const exact::complex_sum<T>& gathered, total<std::complex<T>>& state) {
  copy_state(gathered.real(), state.real);
  copy_state(gathered.imaginary(), state.imaginary);
}
template <class T>
void copy_state(const exact::complex_dot<T>& gathered, product_total<std::complex<T>>& state) {
  copy_state(gathered.real(), state.real);
  copy_state(gathered.imaginary(), state.imaginary);
}
template <class T>
void copy_state(const exact::moments<T>& gathered, typename operators::var<T>::state& state) {
  state.sum.value.merge(gathered.sum_value());
  state.squares.value.merge(gathered.squares_value());
}

// What the kernels below share. Derived classes add elements and finish.
template <class Op, class Gathered>
class exact_kernel {
 public:
  explicit exact_kernel(const Op&) {}
  void append(const Op&, const exact_kernel& right) { gathered_.merge(right.gathered_); }
  void append_state(const Op&, const typename Op::state& right, std::int64_t) { merge_state(gathered_, right); }
  bool settled(const Op&) const { return false; }
  typename Op::state state() const {
    typename Op::state state{};
    copy_state(gathered_, state);
    return state;
  }

 protected:
  Gathered gathered_;
};

namespace detail {
template <class T>
struct exact_types {
  using sum = exact::sum<T>;
  using dot = exact::dot<T>;
};
template <class T>
struct exact_types<std::complex<T>> {
  using sum = exact::complex_sum<T>;
  using dot = exact::complex_dot<T>;
};
}  // namespace detail
template <class T>
using exact_sum_of = typename detail::exact_types<T>::sum;
template <class T>
using exact_dot_of = typename detail::exact_types<T>::dot;

template <class T>
concept inexact_element = floating_element<T> || complex_element<T>;

template <inexact_element T>
class kernel<operators::sum<T>> : public exact_kernel<operators::sum<T>, exact_sum_of<T>> {
 public:
  using exact_kernel<operators::sum<T>, exact_sum_of<T>>::exact_kernel;
  void add(const operators::sum<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    this->gathered_.add(elements, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::sum<T>&, std::int64_t) const {
    if constexpr (complex_element<T> || std::same_as<R, T>) {
      return this->gathered_.template round<real_part_t<R>>();
    } else {
      return finish_sum<R>(this->gathered_.value());
    }
  }
};

template <inexact_element T>
class kernel<operators::mean<T>> : public exact_kernel<operators::mean<T>, exact_sum_of<T>> {
 public:
  using exact_kernel<operators::mean<T>, exact_sum_of<T>>::exact_kernel;
  void add(const operators::mean<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    this->gathered_.add(elements, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::mean<T>&, std::int64_t count) const {
    if constexpr (complex_element<T> || std::same_as<R, T>) {
      return this->gathered_.template mean<real_part_t<R>>(static_cast<std::uint64_t>(count));
    } else {
      return finish_mean<R>(this->gathered_.value(), count);
    }
  }
};

template <floating_element T>
class kernel<operators::norm_one<T>> : public exact_kernel<operators::norm_one<T>, exact::sum<T>> {
 public:
  using exact_kernel<operators::norm_one<T>, exact::sum<T>>::exact_kernel;
  void add(const operators::norm_one<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    this->gathered_.add_magnitudes(elements, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::norm_one<T>&, std::int64_t) const {
    return finish_sum<R>(this->gathered_.value());
  }
};

template <inexact_element T>
class kernel<operators::norm_two<T>> : public exact_kernel<operators::norm_two<T>, exact::dot<real_part_t<T>>> {
 public:
  using exact_kernel<operators::norm_two<T>, exact::dot<real_part_t<T>>>::exact_kernel;
  void add(const operators::norm_two<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    // A complex number's modulus is the norm of its two parts.
    constexpr std::int64_t parts = sizeof(T) / sizeof(real_part_t<T>);
    this->gathered_.add_squares(elements, static_cast<std::size_t>(parts * count));
  }
  template <class R>
  R finish(const operators::norm_two<T>&, std::int64_t) const {
    if constexpr (std::same_as<R, real_part_t<T>>) {
      return this->gathered_.template norm<R>();
    } else {
      return finish_norm<R>(this->gathered_.value());
    }
  }
};

template <inexact_element T>
class kernel<operators::dot<T>> : public exact_kernel<operators::dot<T>, exact_dot_of<T>> {
 public:
  using exact_kernel<operators::dot<T>, exact_dot_of<T>>::exact_kernel;
  void add(const operators::dot<T>&, const T* a, const T* b, std::int64_t count, std::int64_t) {
    this->gathered_.add(a, b, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::dot<T>&, std::int64_t) const {
    if constexpr (complex_element<T> || std::same_as<R, T>) {
      return this->gathered_.template round<real_part_t<R>>();
    } else {
      return finish_sum<R>(this->gathered_.value());
    }
  }
};

template <floating_element T>
class kernel<operators::var<T>> : public exact_kernel<operators::var<T>, exact::moments<T>> {
 public:
  using exact_kernel<operators::var<T>, exact::moments<T>>::exact_kernel;
  void add(const operators::var<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    this->gathered_.add(elements, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::var<T>& op, std::int64_t count) const {
    if constexpr (std::same_as<R, T>) {
      return this->gathered_.template variance<R>(static_cast<std::uint64_t>(count), op.ddof());
    } else {
      return finish_variance<R>(this->gathered_.sum_value(), this->gathered_.squares_value(), count, op.ddof());
    }
  }
};

template <floating_element T>
class kernel<operators::standard_deviation<T>>
    : public exact_kernel<operators::standard_deviation<T>, exact::moments<T>> {
 public:
  using exact_kernel<operators::standard_deviation<T>, exact::moments<T>>::exact_kernel;
  void add(const operators::standard_deviation<T>&, const T* elements, const T*, std::int64_t count, std::int64_t) {
    this->gathered_.add(elements, static_cast<std::size_t>(count));
  }
  template <class R>
  R finish(const operators::standard_deviation<T>& op, std::int64_t count) const {
    if constexpr (std::same_as<R, T>) {
      return this->gathered_.template standard_deviation<R>(static_cast<std::uint64_t>(count), op.ddof());
    } else {
      return finish_standard_deviation<R>(this->gathered_.sum_value(), this->gathered_.squares_value(), count,
                                          op.ddof());
    }
  }
};

}  // namespace warpfold::cpu
