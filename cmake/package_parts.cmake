# Read by cpack for each package that it makes: the archive holds the program and what belongs to it, no C++ libraries.
if(CPACK_GENERATOR STREQUAL TXZ)
  list(TRANSFORM CPACK_INSTALL_CMAKE_PROJECTS REPLACE "^ALL$" program)
endif()
