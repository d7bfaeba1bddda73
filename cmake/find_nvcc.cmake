# Sets WARPFOLD_NVCC to a CUDA compiler, 12.8 or later: a toolkit's ($CUDACXX, PATH, /usr/local/cuda), else that of the
# wheels which ./dev puts into .venv. As a script (cmake -P), fails if there is none.
function(warpfold_accept_nvcc accepted candidate)
  execute_process(COMMAND ${candidate} --version OUTPUT_VARIABLE text ERROR_QUIET)
  if(NOT text MATCHES "release ([0-9.]+)" OR CMAKE_MATCH_1 VERSION_LESS 12.8)
    set(${accepted} FALSE PARENT_SCOPE)
  endif()
endfunction()

get_filename_component(chosen "$ENV{CUDACXX}" DIRECTORY)
file(GLOB wheels ${CMAKE_CURRENT_LIST_DIR}/../.venv/lib/python3*/site-packages/nvidia/cu13/bin)
find_program(WARPFOLD_NVCC nvcc HINTS "${chosen}" PATHS /usr/local/cuda/bin ${wheels} VALIDATOR warpfold_accept_nvcc
             DOC "CUDA compiler, 12.8 or later")
if(CMAKE_SCRIPT_MODE_FILE AND NOT WARPFOLD_NVCC)
  message(FATAL_ERROR "no CUDA compiler")
endif()
