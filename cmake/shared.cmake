# SPDX-License-Identifier: Apache-2.0
# The library once more as a shared one. What include/aicalc declares is exported, nothing else:
# the headers say so by their visibility.
get_target_property(sources aicalc SOURCES)
add_library(aicalc_shared SHARED ${sources})
add_library(aicalc::shared ALIAS aicalc_shared)
target_include_directories(aicalc_shared PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(aicalc_shared
  PRIVATE $<BUILD_INTERFACE:aicalc_flags>
  PRIVATE cjson m)
set_target_properties(aicalc_shared PROPERTIES
  C_VISIBILITY_PRESET hidden OUTPUT_NAME aicalc EXPORT_NAME shared
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
