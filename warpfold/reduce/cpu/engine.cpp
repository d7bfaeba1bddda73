#include "warpfold/reduce/cpu/engine.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "warpfold/reduce/cpu/exact_environment.hpp"
#include "warpfold/reduce/cpu/tasks.hpp"
#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/tune/cpu.hpp"

namespace warpfold::cpu {
namespace {

// A stretch of positions, and the index of its first element in the whole array.
struct stretch {
  std::int64_t first;
  std::int64_t last;
  std::int64_t index;
};

// Elements copied together, one block of each array at a time.
class gathered {
 public:
  void add(partial& into, const walk& elements, const stretch& part) {
    for (std::int64_t first = part.first; first < part.last && !into.settled(); first += fixed_block) {
      const std::int64_t count = std::min(fixed_block, part.last - first);
      run together{{}, count, part.index + first - part.first};
      for (std::size_t input = 0; input < elements.inputs(); ++input) {
        elements.gather(input, first, count, buffer_[input].data());
        together.elements[input] = buffer_[input].data();
      }
      into.add(together);
    }
  }

 private:
  static constexpr std::size_t largest_element = 16;
  struct alignas(64) block : std::array<std::byte, fixed_block * largest_element> {};
  std::array<block, 2> buffer_;
};

// Elements reduced where they lie, one row at a time.
void add_rows(partial& into, const walk& elements, const stretch& part) {
  for (std::int64_t first = part.first; first < part.last && !into.settled();) {
    run row = elements.in_place(first);
    row.count = std::min(row.count, part.last - first);
    row.index = part.index + first - part.first;
    into.add(row);
    first += row.count;
  }
}

void add_stretch(partial& into, const walk& elements, const stretch& part, std::int64_t element_bytes) {
  // Blocks of a fixed order may not be cut where rows end.
  const bool long_rows = into.laws().associative && elements.row_size() * element_bytes >= tune::row_bytes;
  if (elements.contiguous() || (elements.rows_in_place() && long_rows)) {
    add_rows(into, elements, part);
  } else {
    const auto buffer = std::make_unique<gathered>();
    buffer->add(into, elements, part);
  }
}

// A power of two of blocks, so that a task is a subtree of the fixed order.
std::int64_t task_size(std::int64_t count, std::int64_t element_bytes, int threads) {
  const std::int64_t least = std::max(count / (threads * tune::tasks_per_thread), tune::task_bytes / element_bytes);
  const auto blocks = static_cast<std::uint64_t>(std::max<std::int64_t>(least / fixed_block, 1));
  return static_cast<std::int64_t>(std::bit_floor(blocks)) * fixed_block;
}

void add_tasks(partial& into, const walk& elements, const stretch& all, std::int64_t size, std::int64_t element_bytes,
               int threads) {
  const std::int64_t tasks = (all.last - all.first + size - 1) / size;
  std::vector<std::unique_ptr<partial>> done(static_cast<std::size_t>(tasks));
  // The lowest task whose partial result decides the whole: those above it need not run.
  std::atomic<std::int64_t> deciding = tasks;
  for_each_task(tasks, threads, [&](std::int64_t task) {
    if (task > deciding.load(std::memory_order_relaxed)) return;
    const exact::ieee_environment environment;
    auto part = into.fresh();
    const std::int64_t offset = task * size;
    add_stretch(*part, elements,
                {all.first + offset, std::min(all.last, all.first + offset + size), all.index + offset}, element_bytes);
    if (part->settled()) {
      std::int64_t lowest = deciding.load(std::memory_order_relaxed);
      while (task < lowest && !deciding.compare_exchange_weak(lowest, task, std::memory_order_relaxed)) {
      }
    }
    done[static_cast<std::size_t>(task)] = std::move(part);
  });
  for (std::size_t task = 0; task < done.size() && !into.settled(); ++task) into.append(*done[task]);
}

}  // namespace

void add_walk(partial& into, const walk& elements, std::int64_t first, std::int64_t last, std::int64_t index,
              int threads) {
  const stretch all{first, last, index};
  const std::int64_t element_bytes = elements.element_size() * static_cast<std::int64_t>(elements.inputs());
  if (threads == 1 || (last - first) * element_bytes < tune::parallel_bytes) {
    add_stretch(into, elements, all, element_bytes);
    return;
  }
  const std::int64_t size = task_size(last - first, element_bytes, concurrency(threads));
  // Subtrees of a fixed order are aligned in the whole array.
  const std::int64_t head = into.laws().associative ? 0 : std::min((size - index % size) % size, last - first);
  if (head > 0) add_stretch(into, elements, {first, first + head, index}, element_bytes);
  if (first + head < last) {
    add_tasks(into, elements, {first + head, last, index + head}, size, element_bytes, threads);
  }
}

}  // namespace warpfold::cpu
