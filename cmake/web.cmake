# SPDX-License-Identifier: Apache-2.0
# The page: one file of src/web and the module. esbuild is one of the tests' packages (tests/reach).
find_program(AICALC_NODE node REQUIRED)
set(AICALC_NODE_MODULES ${PROJECT_SOURCE_DIR}/tests/reach/node_modules CACHE PATH "Where esbuild lies")
if(NOT EXISTS ${AICALC_NODE_MODULES}/esbuild)
  message(FATAL_ERROR "The page needs esbuild: 'sh tests/reach.sh --install web' installs it")
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/web/*)
set(page ${PROJECT_SOURCE_DIR}/web/aicalc.html)
add_custom_command(OUTPUT ${page}
  COMMAND ${AICALC_NODE} ${PROJECT_SOURCE_DIR}/src/web/build.mjs $<TARGET_FILE:aicalc_cli>
    ${AICALC_NODE_MODULES} ${page}
  DEPENDS aicalc_cli ${sources} ${PROJECT_SOURCE_DIR}/web/npm/wasi.mjs VERBATIM)
add_custom_target(aicalc_web ALL DEPENDS ${page})
