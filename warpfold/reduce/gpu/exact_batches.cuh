// Arrays as warps take them for exact sums: batches, of which every lane holds as many elements. Which lane gets an
// element does not matter, as an exact sum depends on no order.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/exact/element_batch.cuh"
#include "warpfold/reduce/gpu/arrays.hpp"
#include "warpfold/reduce/gpu/strided_element.cuh"
#include "warpfold/reduce/warp.cuh"

namespace warpfold::gpu {

// The batches of one warp: every so many of most of them; the last eighth of many is given out in stretches to whoever
// comes first, as warps that are nearer to memory are done earlier.
class batch_range {
 public:
  // `next_stretch` must be zero before the launch, and again after it.
  __device__ batch_range(unsigned count, unsigned* next_stretch)
      : count_(count),
        next_stretch_(next_stretch),
        next_(threadIdx.x / 32 * gridDim.x + blockIdx.x),
        end_(dealt()),
        step_(warps()),
        asked_(end_ < count_) {
    if (asked_) ask();
  }

  __device__ bool empty() const { return next_ >= end_; }
  __device__ unsigned next() const { return next_; }
  // All lanes must call.
  __device__ void advance() {
    next_ += step_;
    if (next_ >= end_ && asked_) begin(__shfl_sync(every_lane, following_, 0));
  }

 private:
  static constexpr unsigned together = 32;  // stretches that are consecutive batches, of which each has every 32nd
  static constexpr unsigned length = 8;     // batches of a stretch

  __device__ static unsigned warps() { return blockDim.x / 32 * gridDim.x; }
  // Batches that warps need not ask for. Where there are few, a warp does not wait for a division.
  __device__ unsigned dealt() const {
    if (count_ < 8 * length * warps()) return count_;
    const unsigned each = count_ / warps();
    return (each - each / 8) * warps();
  }
  __device__ void begin(unsigned stretch) {
    const unsigned first = dealt() + stretch / together * (length * together);
    next_ = first + stretch % together;
    step_ = together;
    end_ = min(first + length * together, count_);
    asked_ = next_ < end_;
    if (asked_) ask();
  }
  // Does not wait for the answer, as it would if compilers knew this for an addition and made one of all lanes'.
  __device__ void ask() {
    if (threadIdx.x % 32 == 0) {
      asm volatile("atom.global.inc.u32 %0, [%1], 0x7fffffff;" : "=r"(following_) : "l"(next_stretch_) : "memory");
    }
  }

  unsigned count_;
  unsigned* next_stretch_;
  unsigned next_;
  unsigned end_;
  unsigned step_;
  bool asked_;              // for a stretch more
  unsigned following_ = 0;  // that stretch, in lane 0
};

template <class Batch>
__device__ Batch absent_elements() {
  Batch batch;
#pragma unroll
  for (int i = 0; i < Batch::size; ++i) batch.set_absent(i);
  return batch;
}

// Where a batch came from, to load it again: what is gathered fast holds a batch no longer than it must.
template <class Source>
class batch_origin {
 public:
  using batch = typename Source::batch;

  __device__ batch_origin(const typename Source::arrays_type& arrays, std::int64_t count, unsigned index)
      : arrays_(arrays), count_(count), index_(index) {}
  // All lanes must call.
  __device__ batch load() const { return Source::load_again(arrays_, count_, index_); }

 private:
  const typename Source::arrays_type& arrays_;
  std::int64_t count_;
  unsigned index_;
};

// Elements one after another: 16 bytes of the first array at a time, but for those before the first and behind the last
// multiple of 16 bytes, which make up the last batch. (All of them do where complex elements lie across multiples of 16
// bytes.)
template <class Batch>
class dense_batches {
 public:
  using batch = Batch;
  static constexpr bool one_by_one = false;  // elements

  using arrays_type = dense_arrays;

  __device__ dense_batches(const dense_arrays& arrays, std::int64_t count)
      : arrays_(arrays),
        count_(count),
        body_(arrays, count),
        full_(static_cast<unsigned>(body_.packs / 32) / packs_of_lane) {}

  __device__ unsigned batches() const {
    const auto outside = static_cast<std::uint64_t>(count_) - body_.packs * pack;
    if constexpr (sizeof(element) == alignof(element)) return body_.batches() + (outside != 0 ? 1 : 0);
    return body_.batches() + static_cast<unsigned>((outside + elements_of_batch - 1) / elements_of_batch);
  }

  // A batch, slowly.
  __device__ static Batch load_again(const dense_arrays& arrays, std::int64_t count, std::int64_t index) {
    return load_partial(arrays, count, index);
  }

  __device__ batch_origin<dense_batches> origin(unsigned index) const { return {arrays_, count_, index}; }

  __device__ Batch load(unsigned index) const {
    return index < full_ ? load_full(index) : load_partial(arrays_, count_, index);
  }
  // The same for a warp's first batch, which is the only one where there are few elements, and partial more often than
  // others: without a call.
  __device__ Batch load_first(unsigned index) const {
    if (index < full_) [[likely]]
      return load_full(index);
    const std::int64_t first = std::int64_t{index} * packs_of_batch;
    if (first >= static_cast<std::int64_t>(body_.packs)) return load_partial(arrays_, count_, index);
    return load_last(body_, first + threadIdx.x % 32);
  }

 private:
  using element = typename Batch::element;
  static constexpr int pack = sizeof(uint4) / sizeof(element);
  static constexpr unsigned packs_of_lane = Batch::size / pack;
  static constexpr unsigned packs_of_batch = 32 * packs_of_lane;
  static constexpr unsigned elements_of_batch = 32 * Batch::size;

  // Whole 16 bytes of the first array.
  struct body {
    const element* a;
    const element* b;
    std::int64_t head;  // elements before
    std::uint64_t packs;

    __device__ body(const dense_arrays& arrays, std::int64_t count) {
      a = static_cast<const element*>(arrays.first[0]);
      b = static_cast<const element*>(arrays.first[1]);
      head = arrays.head;
      packs = static_cast<std::uint64_t>(arrays.packs);
      if constexpr (sizeof(element) > alignof(element)) {  // complex elements across 16 bytes: none is whole
        const bool across = reinterpret_cast<std::uintptr_t>(a) % sizeof(element) != 0;
        head = across ? count : head;
        packs = across ? 0 : packs;
      }
      a += head;
      b += head;
    }
    // By a division of 32 bits, as the first load waits for it.
    __device__ unsigned batches() const {
      return (static_cast<unsigned>((packs + 31) / 32) + packs_of_lane - 1) / packs_of_lane;
    }
  };

  __device__ static uint4 load_16_bytes(const element* from) { return __ldg(reinterpret_cast<const uint4*>(from)); }
  __device__ static void load_pack(Batch& loaded, unsigned k, const body& from, std::int64_t at) {
    loaded.a.set_pack(k, load_16_bytes(from.a + at * pack));
    if constexpr (Batch::arrays == 2) {
      const element* const b = from.b + at * pack;
      if (reinterpret_cast<std::uintptr_t>(b) % sizeof(uint4) == 0) {
        loaded.b.set_pack(k, load_16_bytes(b));
      } else {
#pragma unroll
        for (int i = 0; i < pack; ++i) loaded.b.set(k * pack + i, b[i]);
      }
    }
  }
  __device__ static void load_element(Batch& loaded, int slot, const body& from, std::int64_t i) {
    loaded.a.set(slot, from.a[i]);
    if constexpr (Batch::arrays == 2) loaded.b.set(slot, from.b[i]);
    loaded.set_present(slot);
  }

  __device__ Batch load_full(unsigned index) const {
    Batch loaded;
#pragma unroll
    for (unsigned k = 0; k < packs_of_lane; ++k)
      load_pack(loaded, k, body_, std::int64_t{index} * packs_of_batch + threadIdx.x % 32 + 32 * k);
    return loaded;
  }

  // The last batch of packs, of which a lane's are so many apart from the first on.
  __device__ static Batch load_last(const body& from, std::int64_t first) {
    const auto packs = static_cast<std::int64_t>(from.packs);
    Batch loaded = absent_elements<Batch>();
#pragma unroll
    for (unsigned k = 0; k < packs_of_lane; ++k) {
      const std::int64_t at = first + 32 * k;
      if (at >= packs) continue;
      load_pack(loaded, k, from, at);
#pragma unroll
      for (int i = 0; i < pack; ++i) loaded.set_present(k * pack + i);
    }
    return loaded;
  }

  // Any batch, slowly.
  __device__ __noinline__ static Batch load_partial(const dense_arrays& arrays, std::int64_t count,
                                                    std::int64_t index) {
    const body from(arrays, count);
    const auto packs = static_cast<std::int64_t>(from.packs);
    const auto batches = static_cast<std::int64_t>(from.batches());
    const std::int64_t lane = threadIdx.x % 32;
    if (index < batches) return load_last(from, index * packs_of_batch + lane);
    Batch loaded = absent_elements<Batch>();
    const std::int64_t outside = count - packs * pack;
#pragma unroll
    for (int k = 0; k < Batch::size; ++k) {
      const std::int64_t i = ((index - batches) * Batch::size + k) * 32 + lane;
      if (i < outside) load_element(loaded, k, from, i < from.head ? i - from.head : i - from.head + packs * pack);
    }
    return loaded;
  }

  const dense_arrays& arrays_;
  std::int64_t count_;
  body body_;
  unsigned full_;  // batches of which every lane has all
};

// Elements anywhere.
template <class Batch>
class strided_batches {
 public:
  using batch = Batch;
  static constexpr bool one_by_one = true;

  using arrays_type = strided_arrays;

  __device__ strided_batches(const strided_arrays& arrays, std::int64_t count) : arrays_(arrays), count_(count) {}

  __device__ unsigned batches() const {
    return static_cast<unsigned>((count_ + elements_of_batch - 1) / elements_of_batch);
  }

  __device__ batch_origin<strided_batches> origin(unsigned index) const { return {arrays_, count_, index}; }

  __device__ Batch load(unsigned index) const { return load_again(arrays_, count_, index); }
  __device__ Batch load_first(unsigned index) const { return load(index); }

  __device__ __noinline__ static Batch load_again(const strided_arrays& arrays, std::int64_t count,
                                                  std::int64_t index) {
    Batch loaded = absent_elements<Batch>();
    for (int k = 0; k < Batch::size; ++k) {
      const std::int64_t i = index * elements_of_batch + k * 32 + threadIdx.x % 32;
      if (i >= count) break;
      loaded.a.set(k, load_strided<typename Batch::element>(arrays, 0, i));
      if constexpr (Batch::arrays == 2) loaded.b.set(k, load_strided<typename Batch::element>(arrays, 1, i));
      loaded.set_present(k);
    }
    return loaded;
  }

 private:
  static constexpr std::int64_t elements_of_batch = std::int64_t{32} * Batch::size;

  const strided_arrays& arrays_;
  std::int64_t count_;
};

}  // namespace warpfold::gpu
