# A room is a folder of warpfold/ with one target of its own, of objects. A component is the library that a program links:
# some rooms together. A shared library is all components in one.
include_guard()

# warpfold_add_component(NAME [NEEDS component...] FOLDERS folder... HEADERS header...)
# Adds warpfold::NAME, a library of the rooms in these folders, on top of other components. HEADERS are those that a
# program includes.
function(warpfold_add_component name)
  cmake_parse_arguments(PARSE_ARGV 1 component "" "" "NEEDS;FOLDERS;HEADERS")
  if(BUILD_SHARED_LIBS)
    add_library(warpfold_${name} INTERFACE)
    target_link_libraries(warpfold_${name} INTERFACE warpfold)
    set(library warpfold)
  else()
    add_library(warpfold_${name} STATIC)
    list(TRANSFORM component_NEEDS PREPEND warpfold_ OUTPUT_VARIABLE needs)
    target_link_libraries(warpfold_${name} PUBLIC ${needs})
    warpfold_describe_library(warpfold_${name})
    target_link_libraries(warpfold INTERFACE warpfold_${name})
    set(library warpfold_${name})
  endif()
  add_library(warpfold::${name} ALIAS warpfold_${name})
  set_target_properties(warpfold_${name} PROPERTIES EXPORT_NAME ${name} WARPFOLD_NEEDS "${component_NEEDS}")
  set_property(GLOBAL APPEND PROPERTY warpfold_components ${name})
  list(TRANSFORM component_HEADERS PREPEND warpfold/)
  set_property(GLOBAL APPEND PROPERTY warpfold_public_headers ${component_HEADERS})
  set(warpfold_component ${name})
  set(warpfold_library ${library})
  foreach(folder IN LISTS component_FOLDERS)
    add_subdirectory(${folder})
  endforeach()
endfunction()

# What every library of ours is to the program that links it.
function(warpfold_describe_library library)
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                               $<INSTALL_INTERFACE:include>)
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# warpfold_add_objects(NAME SOURCES file... [LINKS library...])
# Adds the object library warpfold_room_NAME and makes it a part of the component whose folder this is. LINKS names
# third-party libraries that it needs.
function(warpfold_add_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 objects "" "" "SOURCES;LINKS")
  set(room warpfold_room_${name})
  add_library(${room} OBJECT ${objects_SOURCES})
  target_include_directories(${room} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
  set_target_properties(${room} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${room} PRIVATE warpfold_settings ${objects_LINKS})
  target_sources(${warpfold_library} PRIVATE $<TARGET_OBJECTS:${room}>)
  foreach(library IN LISTS objects_LINKS)
    get_target_property(type ${library} TYPE)
    if(NOT type STREQUAL INTERFACE_LIBRARY OR library STREQUAL Threads::Threads) # Else it is used up by compiling.
      target_link_libraries(${warpfold_library} PRIVATE ${library})
      set_property(TARGET warpfold_${warpfold_component} APPEND PROPERTY WARPFOLD_LINKS ${library})
    endif()
  endforeach()
endfunction()

# warpfold_unite(TARGET)
# Compiles the sources of TARGET some at a time, so that the headers which they share are read once for all of these.
# Their unnamed namespaces are then one: a name stands for one thing in all of them.
function(warpfold_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${WARPFOLD_UNITE_SOURCES} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# warpfold_add_room(NAME SOURCES file... [LINKS library...])
# Adds the objects of a room, whose headers must each compile alone.
function(warpfold_add_room name)
  warpfold_add_objects(${name} ${ARGN})
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "SOURCES;LINKS")
  if(WARPFOLD_BUILD_TESTS AND NOT WARPFOLD_SANITIZE) # Nothing of a header alone runs.
    warpfold_add_header_check(${name} ${room_LINKS})
  endif()
endfunction()

# Compiles every header of the room NAME alone, as a source that includes nothing else.
function(warpfold_add_header_check name)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} *.hpp)
  file(GLOB inner_rooms RELATIVE ${PROJECT_SOURCE_DIR} */CMakeLists.txt)
  foreach(inner IN LISTS inner_rooms)
    cmake_path(GET inner PARENT_PATH inner)
    list(FILTER headers EXCLUDE REGEX "^${inner}/")
  endforeach()
  foreach(header IN LISTS headers)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  if(sources)
    add_library(headers_${name} OBJECT ${sources})
    target_include_directories(headers_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
    target_compile_options(headers_${name} PRIVATE -O0)
    target_link_libraries(headers_${name} PRIVATE warpfold_settings ${ARGN})
  endif()
endfunction()

# Links the whole library, or the objects of these of its rooms.
function(warpfold_link_rooms target)
  if(NOT ARGN)
    target_link_libraries(${target} PRIVATE warpfold::warpfold)
  endif()
  foreach(room IN LISTS ARGN)
    target_link_libraries(${target} PRIVATE warpfold_room_${room})
  endforeach()
endfunction()

# With sanitizers: what needs little of the library, such as what meets bytes from outside, for `./dev test` to run.
if(WARPFOLD_SANITIZE AND WARPFOLD_BUILD_TESTS)
  add_custom_target(sanitized)
endif()
function(warpfold_is_sanitized test program)
  if(TARGET sanitized)
    add_dependencies(sanitized ${program})
    set_property(TEST ${test} APPEND PROPERTY LABELS sanitized)
  endif()
endfunction()

# warpfold_add_test(NAME SOURCES file... [LINKS library...] [ROOMS room...])
# Adds one GoogleTest program, test_NAME, and runs it as the test NAME. ROOMS are all that it needs of the library, if that
# is little; it then belongs to the target `sanitized`.
function(warpfold_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINKS;ROOMS")
  add_executable(test_${name} ${test_SOURCES})
  warpfold_link_rooms(test_${name} ${test_ROOMS})
  target_link_libraries(test_${name} PRIVATE warpfold_settings GTest::gtest GTest::gmock GTest::gtest_main ${test_LINKS})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  add_test(NAME ${name} COMMAND test_${name})
  if(test_ROOMS)
    warpfold_is_sanitized(${name} test_${name})
  endif()
endfunction()

# warpfold_add_fuzzer(NAME [LARGE] ROOMS room... SOURCES file... [CORPUS folder])
# Adds the libFuzzer program fuzz_NAME, if fuzz targets are built, which looks for new branches of ROOMS, all that it needs
# of the library, and tests that it finds nothing within some seconds from the files of CORPUS. It belongs to the target
# `sanitized` unless it is LARGE.
function(warpfold_add_fuzzer name)
  if(NOT WARPFOLD_BUILD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 fuzzer "LARGE" "CORPUS" "SOURCES;ROOMS")
  foreach(room IN LISTS fuzzer_ROOMS)
    target_compile_options(warpfold_room_${room} PRIVATE -fsanitize=fuzzer-no-link)
  endforeach()
  add_executable(fuzz_${name} ${fuzzer_SOURCES})
  warpfold_link_rooms(fuzz_${name} ${fuzzer_ROOMS})
  target_link_libraries(fuzz_${name} PRIVATE warpfold_settings)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set(found ${CMAKE_CURRENT_BINARY_DIR}/fuzz_${name}.corpus)
  file(MAKE_DIRECTORY ${found})
  if(fuzzer_CORPUS)
    cmake_path(ABSOLUTE_PATH fuzzer_CORPUS)
  endif()
  add_test(NAME fuzz_${name} COMMAND fuzz_${name} -seed=1 -max_total_time=${WARPFOLD_FUZZ_SECONDS} -timeout=10
                                     -rss_limit_mb=2048 -print_final_stats=1 ${found} ${fuzzer_CORPUS})
  set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz)
  if(NOT fuzzer_LARGE)
    warpfold_is_sanitized(fuzz_${name} fuzz_${name})
  endif()
endfunction()
