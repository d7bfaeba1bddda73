// Another machine that reduces, as the reductions see it: a GPU, or the SIMT machine in its place. What it is made of
// is known in reduce/gpu alone, which a program need not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "warpfold/base/array_view.hpp"
#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/walk.hpp"
#include "warpfold/reduce/engine.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {

class accelerator {
 public:
  virtual ~accelerator() = default;

  // A reduction, as its kernels are found by.
  struct request {
    op operation;
    dtype type;
    options choice;

    // Throws error unless these are arrays for it: as many as the operator takes, of that dtype and of one shape.
    void require_arrays(std::span<const array_view> arrays) const;
  };
  // Throws error where there are no kernels for it.
  virtual void require(const request& wanted) = 0;

  // Elements at positions [first, last) of a walk, the first of which has index `index` in the whole array.
  struct stretch {
    const cpu::walk* elements;
    std::int64_t first;
    std::int64_t last;
    std::int64_t index;
    bool ends_array;  // nothing follows in the reduction
  };
  // Adds them to `into`, a partial result of that reduction, and returns when that is done. Memory of the machine is
  // read where it lies, after what choice.stream holds; the host's is copied piece by piece. Where the operator is not
  // associative, `index` is a multiple of fixed_block, and so is the number of elements unless they end the array.
  // May be called from several threads. Throws error for memory that no kernel can reach, and where the machine fails.
  virtual void add(cpu::partial& into, const request& wanted, const stretch& elements) = 0;

  // Copies `count` elements of array `input` from position `first` on to the host's memory, in its byte order.
  virtual void gather(const cpu::walk& elements, std::size_t input, std::int64_t first, std::int64_t count,
                      std::byte* to, void* stream) = 0;
};

// What has accelerators to offer: reduce/gpu, in programs that link it.
struct accelerator_room {
  // Each is opened when it is first asked for. Throw error where there is none, saying why.
  accelerator* (*open_gpu)(int index);
  accelerator* (*open_simt)();
  std::string_view kernel_target;  // as kernel_target() gives it
};
// Makes it the program's, for good. Returns true, so that a global variable of whoever calls can be its effect.
bool register_accelerators(const accelerator_room& room);

// The accelerator on which that engine reduces elements that lie there; null where the CPU does. Throws error where
// there is none, saying why: that the program has no such engine, or no GPU.
accelerator* accelerator_for(engine asked, const device& where);
// That on which it reduces pieces of arrays, one at least. Throws error, besides, where they lie in different memory or
// where the engine cannot read them.
accelerator* accelerator_reading(engine asked, std::span<const array_view> pieces);

}  // namespace warpfold
