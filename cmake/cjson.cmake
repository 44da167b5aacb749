# SPDX-License-Identifier: Apache-2.0
# cJSON as it is installed, or of its own source for systems that have no package of it.
# For another machine it is looked for where tests/reach.sh --install puts it.
set(found "$ENV{AICALC_CJSON_SOURCE}")
if(NOT found AND CMAKE_CROSSCOMPILING AND EXISTS ${PROJECT_SOURCE_DIR}/build-deps/cjson)
  set(found ${PROJECT_SOURCE_DIR}/build-deps/cjson)
endif()
set(AICALC_CJSON_SOURCE "${found}" CACHE PATH
  "Folder of cJSON's sources, to build it as a part of aicalc")
if(AICALC_CJSON_SOURCE)
  foreach(file IN ITEMS cJSON.c cJSON.h)
    if(NOT EXISTS ${AICALC_CJSON_SOURCE}/${file})
      message(FATAL_ERROR "AICALC_CJSON_SOURCE: there is no ${file} in ${AICALC_CJSON_SOURCE}")
    endif()
  endforeach()
  # Its header is included by the name that it has when installed.
  set(AICALC_CJSON_INCLUDE ${PROJECT_BINARY_DIR}/cjson-include)
  file(COPY ${AICALC_CJSON_SOURCE}/cJSON.h DESTINATION ${AICALC_CJSON_INCLUDE}/cjson)
  add_library(cjson STATIC ${AICALC_CJSON_SOURCE}/cJSON.c)
  target_compile_definitions(cjson PRIVATE CJSON_HIDE_SYMBOLS)
  set_target_properties(cjson PROPERTIES C_STANDARD 99)
  return()
endif()
find_package(cJSON 1.7.15 CONFIG REQUIRED)
# The target `cjson` does not tell where its header is, so it may lie where no compiler looks.
find_path(AICALC_CJSON_INCLUDE cjson/cJSON.h REQUIRED NO_DEFAULT_PATH
  HINTS ${CJSON_INCLUDE_DIRS} ${CJSON_INCLUDE_DIR} ${cJSON_DIR}/../../../include
    ${cJSON_DIR}/../../../../include
  DOC "Folder that holds cjson/cJSON.h")
mark_as_advanced(AICALC_CJSON_INCLUDE)
