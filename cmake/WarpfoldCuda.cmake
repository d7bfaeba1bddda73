# CUDA C++ to PTX text, which the SIMT machine executes and a GPU's driver compiles. Nothing of CUDA is linked.
include_guard()

include(${CMAKE_CURRENT_LIST_DIR}/find_nvcc.cmake)

# warpfold_add_ptx(TARGET ARCH sm_XX SOURCES kernel.cu... [OPTIONS option...] [WITHOUT_LINES] [COMPRESSED])
# Compiles each kernel.cu to kernel.ptx in the current binary folder, by way of the compiler cache if there is one, with
# line numbers unless without. Adds the object library TARGET, whose header TARGET.hpp declares
# `std::string_view TARGET::kernel`, the text or what xz makes of it, for each of them.
# The property WARPFOLD_PTX of TARGET lists the files.
function(warpfold_add_ptx target)
  cmake_parse_arguments(PARSE_ARGV 1 ptx "WITHOUT_LINES;COMPRESSED" "ARCH" "SOURCES;OPTIONS")
  if(NOT WARPFOLD_NVCC)
    message(FATAL_ERROR "No CUDA compiler for ${target}: a toolkit 12.8 or later, or the wheels that `./dev build` installs")
  endif()
  # nvcc does not know every clang; its own choice of host compiler is right when ours is not g++.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(host_compiler -ccbin ${CMAKE_CXX_COMPILER})
  endif()
  if(NOT ptx_WITHOUT_LINES)
    set(lines -lineinfo)
  endif()
  set(sources "") # The caller may have variables of these names.
  set(texts "")
  foreach(source IN LISTS ptx_SOURCES)
    cmake_path(GET source STEM kernel)
    cmake_path(ABSOLUTE_PATH source)
    set(text ${CMAKE_CURRENT_BINARY_DIR}/${kernel}.ptx)
    add_custom_command(
      OUTPUT ${text}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${WARPFOLD_NVCC} -c -ptx -arch=${ptx_ARCH} -std=c++20 -O3 ${lines} ${host_compiler} ${ptx_OPTIONS}
              -I${PROJECT_SOURCE_DIR} -I${PROJECT_BINARY_DIR}/include -MD -MF ${text}.d -o ${text} ${source}
      DEPENDS ${source} ${WARPFOLD_NVCC} DEPFILE ${text}.d VERBATIM COMMENT "Compiling ${kernel}.cu to PTX for ${ptx_ARCH}")
    set(embedded ${CMAKE_CURRENT_BINARY_DIR}/${target}.${kernel}.cpp)
    if(ptx_COMPRESSED)
      set(embed ${PROJECT_SOURCE_DIR}/cmake/embed_compressed.py)
      set(command Python3::Interpreter ${embed} ${text} ${target} ${kernel} ${embedded})
    else()
      set(embed ${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake)
      set(command ${CMAKE_COMMAND} -D TEXT=${text} -D SPACE=${target} -D NAME=${kernel} -D OUTPUT=${embedded} -P ${embed})
    endif()
    add_custom_command(OUTPUT ${embedded} COMMAND ${command} DEPENDS ${text} ${embed} VERBATIM)
    list(APPEND texts ${text})
    list(APPEND sources ${embedded})
    string(APPEND declarations "extern const std::string_view ${kernel};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.hpp CONTENT
"// PTX text of the kernels of ${target}.
#pragma once

#include <string_view>

namespace ${target} {
${declarations}}  // namespace ${target}
")
  add_library(${target} OBJECT ${sources})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON WARPFOLD_PTX "${texts}")
endfunction()
