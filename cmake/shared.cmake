# SPDX-License-Identifier: Apache-2.0
# The library as a shared one too, of the same objects. What include/aicalc declares is exported,
# nothing else: the headers say so by their visibility.
set_target_properties(aicalc PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
include(CheckCCompilerFlag)
check_c_compiler_flag(-fno-semantic-interposition AICALC_HAS_NO_INTERPOSITION)
if(AICALC_HAS_NO_INTERPOSITION) # its own functions are what it calls, and may be inlined
  target_compile_options(aicalc PRIVATE -fno-semantic-interposition)
endif()
add_library(aicalc_shared SHARED $<TARGET_OBJECTS:aicalc>)
add_library(aicalc::shared ALIAS aicalc_shared)
target_include_directories(aicalc_shared PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(aicalc_shared
  PRIVATE $<BUILD_INTERFACE:aicalc_flags>
  PRIVATE cjson m)
set_target_properties(aicalc_shared PROPERTIES LINKER_LANGUAGE C
  OUTPUT_NAME aicalc EXPORT_NAME shared
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
