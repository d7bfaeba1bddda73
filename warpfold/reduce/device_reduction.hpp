// Reductions whose result stays on the GPU: put into a stream, or captured into a graph, and nothing waits for them.
#pragma once

#include <memory>

#include "warpfold/base/array_view.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {

// One kernel reads the elements; a second one, of one warp, makes the result of what that leaves, with the bits that
// the host would come to, and writes it where it is wanted.
class device_reduction {
 public:
  // On the GPU of that index. Compiles the kernel and takes the memory that all launches of this object share, so that
  // enqueue() takes none. Nothing could report that an integer does not fit, so that for integers choice.overflow must
  // be wrap. choice.stream is not used. Throws error for that, for choice.engine cpu or simt, and as reduce() does.
  device_reduction(op operation, dtype type, const options& choice = {}, int gpu = 0);
  // What was enqueued must be done by then, and graphs that captured it must not run any more.
  ~device_reduction();
  device_reduction(device_reduction&&) noexcept;
  device_reduction& operator=(device_reduction&&) noexcept;

  // Puts the reduction of an array in that GPU's memory (for dot: of two) into the CUstream `stream`, null for the
  // default stream, and returns. When the stream has passed it, `out`, memory of that GPU, holds what reduce() would
  // give: one value of the result's dtype, for minmax two; where reduce() would throw, as there is nothing but NaNs
  // that are to be skipped, a NaN or the index -1. What one object has enqueued must not run side by side: let it be in
  // one stream or graph, or in such as wait for each other. Throws error for memory that the GPU does not know, for no
  // elements and no identity, and where the driver refuses.
  void enqueue(void* stream, const array_view& array, void* out);
  void enqueue(void* stream, const array_view& a, const array_view& b, void* out);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace warpfold
