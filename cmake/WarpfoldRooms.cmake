# A room is a folder of warpfold/ with one target of its own; the shipped library is all rooms together.
include_guard()

# warpfold_add_room(NAME SOURCES file... [USES room...] [LINKS library...])
# Adds the object library warpfold_NAME and makes it a part of the library `warpfold`. USES names the rooms it may
# include; LINKS names third-party libraries that it needs.
function(warpfold_add_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "SOURCES;USES;LINKS")
  add_library(warpfold_${name} OBJECT ${room_SOURCES})
  target_include_directories(warpfold_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  set_target_properties(warpfold_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(warpfold_${name} PRIVATE warpfold_settings ${room_LINKS})
  foreach(used IN LISTS room_USES)
    target_include_directories(warpfold_${name} PRIVATE $<TARGET_PROPERTY:warpfold_${used},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  target_sources(warpfold PRIVATE $<TARGET_OBJECTS:warpfold_${name}>)
  target_link_libraries(warpfold PRIVATE ${room_LINKS})
endfunction()

# warpfold_add_test(NAME SOURCES file... [LINKS library...])
# Adds one GoogleTest program, test_NAME, whose cases ctest runs one by one.
function(warpfold_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINKS")
  add_executable(test_${name} ${test_SOURCES})
  target_link_libraries(test_${name} PRIVATE warpfold::warpfold warpfold_settings GTest::gtest GTest::gmock GTest::gtest_main ${test_LINKS})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  add_test(NAME ${name} COMMAND test_${name})
endfunction()
