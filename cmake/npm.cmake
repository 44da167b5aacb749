# SPDX-License-Identifier: Apache-2.0
# The npm package, whole and ready for `npm pack`: the module and the few scripts around it.
set(npm ${PROJECT_BINARY_DIR}/npm)
configure_file(web/npm/package.json.in ${npm}/package.json @ONLY)
set(files)
foreach(file IN ITEMS aicalc.mjs index.d.ts index.mjs wasi.mjs README.md)
  list(APPEND files ${PROJECT_SOURCE_DIR}/web/npm/${file})
endforeach()
add_custom_command(OUTPUT ${npm}/aicalc.wasm
  COMMAND ${CMAKE_COMMAND} -E copy ${files} ${PROJECT_SOURCE_DIR}/LICENSE ${npm}
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:aicalc_cli> ${npm}/aicalc.wasm
  DEPENDS aicalc_cli ${files} VERBATIM)
add_custom_target(aicalc_npm ALL DEPENDS ${npm}/aicalc.wasm)
