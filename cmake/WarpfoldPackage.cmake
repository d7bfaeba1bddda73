# What cpack makes of a build, on Debian or a system made from it:
# - warpfold_VERSION_amd64.deb: all that is installed. Its dependencies are the system's own packages.
# - warpfold-VERSION-linux-x86_64.tar.xz: the program, with the libraries that it needs. It runs from any folder.
include_guard()

set(CPACK_GENERATOR DEB TXZ)
string(TOLOWER ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR} CPACK_PACKAGE_FILE_NAME)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The authors of warpfold")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reductions of arrays with exact sums, and a machine for CUDA kernels")
set(CPACK_PACKAGE_DESCRIPTION "\
warpfold reduces arrays: sum, mean, minimum, variance, dot product and more.
Its sums are exact: each is rounded once, at the end. It also runs CUDA
kernels without a GPU, and finds their mistakes. The package holds the
program and the libraries for C++.")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0) # as many as there are cores
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What a program that links the static libraries needs.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libtbb-dev, libhwy-dev, libfmt-dev, libzip-dev, liblzma-dev")

set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_parts.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish_package.cmake)
# For that script. The packages of what is compiled into the program: their licenses ask to be shown.
set(CPACK_WARPFOLD_COMPILED_IN libcli11-dev nlohmann-json3-dev libfast-float-dev libfmt-dev libhwy-dev libtbb-dev)
include(CPack)
