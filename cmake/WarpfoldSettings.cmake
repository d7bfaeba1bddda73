# Compiler settings for every target of the project; a consumer of the library inherits none of them.
include_guard()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# warpfold_settings: linked privately by every target of ours.
add_library(warpfold_settings INTERFACE)
target_compile_features(warpfold_settings INTERFACE cxx_std_20)
# Exact sums rest on IEEE arithmetic as written: no contraction that the source does not ask for.
target_compile_options(warpfold_settings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
# A program takes what it calls, and no more, if its linker is told to (--gc-sections).
target_compile_options(warpfold_settings INTERFACE $<$<CONFIG:Release>:-ffunction-sections> $<$<CONFIG:Release>:-fdata-sections>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees an overlap in `"text" + std::string` where there is none (GCC bug 105651).
  target_compile_options(warpfold_settings INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # g++ 13 sees fmt's growing buffer overflow where it inlines the formatting of a constant.
  target_compile_options(warpfold_settings INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(WARPFOLD_WARNINGS_AS_ERRORS)
  target_compile_options(warpfold_settings INTERFACE -Werror)
endif()
if(WARPFOLD_SANITIZE)
  target_compile_options(
    warpfold_settings INTERFACE -fsanitize=${WARPFOLD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(warpfold_settings INTERFACE -fsanitize=${WARPFOLD_SANITIZE})
  # Vector code for few instruction sets: a sanitizer sees as much in one.
  target_compile_definitions(warpfold_settings INTERFACE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL)")
endif()
