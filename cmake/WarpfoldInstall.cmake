# Installs the library, its headers and the command line, and the package that find_package(warpfold) reads.
include_guard()
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/warpfold)

install(TARGETS warpfold EXPORT warpfold-targets)
install(EXPORT warpfold-targets NAMESPACE warpfold:: DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/warpfold ${PROJECT_BINARY_DIR}/include/warpfold
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING REGEX "\\.(hpp|cuh|def)$")
if(TARGET warpfold_cli)
  install(TARGETS warpfold_cli)
endif()

# A static library leaves its own third-party libraries to the program that links it.
get_property(links GLOBAL PROPERTY warpfold_links)
if(NOT BUILD_SHARED_LIBS)
  list(REMOVE_DUPLICATES links)
  foreach(library IN LISTS links)
    get_property(package GLOBAL PROPERTY warpfold_package_of_${library})
    string(APPEND WARPFOLD_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endforeach()
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpfold-config.cmake.in ${PROJECT_BINARY_DIR}/warpfold-config.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warpfold-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/warpfold-config.cmake ${PROJECT_BINARY_DIR}/warpfold-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/Findlibzip.cmake DESTINATION ${package_folder})
