// Reductions of other libraries' arrays, without a copy: DLPack tensors and whatever is shaped like std::mdspan.
//
// Shows that warpfold needs neither dlpack.h nor <mdspan>, but takes the caller's. The two structs here stand for
// those of a real program. Prints
//
//   sum of the tensor 21
//   sum of the matrix's first two columns 12
//   greatest 5 at position 3
#include <warpfold/warpfold.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

// What dlpack.h has: any framework's tensor, on the CPU or, if the program links warpfold::gpu, on a GPU.
struct dl_tensor {
  void* data;
  struct {
    int device_type;
    std::int32_t device_id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

// What std::mdspan<const float, std::dextents<int, 2>, std::layout_stride> has.
struct matrix {
  using element_type = const float;
  static constexpr std::size_t rank() { return 2; }
  std::ptrdiff_t extent(std::size_t axis) const { return extents[axis]; }
  std::ptrdiff_t stride(std::size_t axis) const { return strides[axis]; }
  const float* data_handle() const { return data; }

  const float* data;
  std::array<std::ptrdiff_t, 2> extents;
  std::array<std::ptrdiff_t, 2> strides;
};

}  // namespace

int main() {
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  std::array<std::int64_t, 2> shape = {2, 3};
  constexpr int on_the_cpu = 1;
  constexpr int floating = 2;
  const dl_tensor tensor{values.data(), {on_the_cpu, 0}, 2, {floating, 32, 1}, shape.data(), nullptr, 0};
  const warpfold::result sum = warpfold::reduce(warpfold::op::sum, warpfold::view_of(tensor));
  std::printf("sum of the tensor %g\n", sum.values[0].as<float>());

  // Typed calls take an mdspan as it is. Positions count its elements in C order.
  const matrix columns{values.data(), {2, 2}, {3, 1}};
  std::printf("sum of the matrix's first two columns %g\n", warpfold::sum(columns));
  std::printf("greatest %g at position %d\n", warpfold::max(columns), static_cast<int>(warpfold::argmax(columns)));
}
