// The 32-bit words of packed elements.
#pragma once

#include <cstring>

#include "warpfold/reduce/thread.cuh"

namespace warpfold {

inline constexpr unsigned words_of_pack = 4;

template <class Word, class T>
__device__ Word word_of(const pack<T>& elements, unsigned i) {
  static_assert(sizeof(Word) == 4);
  Word word;
  std::memcpy(&word, reinterpret_cast<const char*>(&elements) + i * sizeof word, sizeof word);
  return word;
}

}  // namespace warpfold
