# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, and the packages of `cpack`.

# As aicalc::aicalc and aicalc::shared; with BUILD_SHARED_LIBS there is one, and its name is the first.
if(BUILD_SHARED_LIBS)
  set(libraries aicalc_shared)
  set_target_properties(aicalc_shared PROPERTIES EXPORT_NAME aicalc)
else()
  set(libraries aicalc aicalc_shared)
endif()
install(TARGETS ${libraries} EXPORT aicalc-targets)
install(TARGETS aicalc_cli)
install(DIRECTORY include/aicalc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
# The documents keep their places to each other, so that every link leads somewhere.
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Containerfile
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY tests/cases DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests)
install(DIRECTORY src/catalog/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/aicalc/catalogs
  FILES_MATCHING PATTERN "*.json")

# What the program writes about itself: manual pages, the reference, schemas, completions.
set(pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
set(written)

# aicalc_write(FILE FOLDER WORD...): FILE is what `aicalc WORD...` prints, installed in FOLDER.
function(aicalc_write file folder)
  get_filename_component(place ${pages}/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${place})
  add_custom_command(OUTPUT ${pages}/${file}
    COMMAND aicalc_cli ${ARGN} > ${pages}/${file}
    DEPENDS aicalc_cli VERBATIM)
  install(FILES ${pages}/${file} DESTINATION ${folder})
  set(written ${written} ${pages}/${file} PARENT_SCOPE)
endfunction()

set(data ${CMAKE_INSTALL_DATADIR})
aicalc_write(completions/aicalc ${data}/bash-completion/completions completion bash)
aicalc_write(completions/_aicalc ${data}/zsh/site-functions completion zsh)
aicalc_write(completions/aicalc.fish ${data}/fish/vendor_completions.d completion fish)
aicalc_write(man/aicalc.1 ${CMAKE_INSTALL_MANDIR}/man1 help --man)
aicalc_write(reference/aicalc.md ${CMAKE_INSTALL_DOCDIR}/reference help --markdown)
foreach(name check report answer catalog)
  aicalc_write(schema/${name}.json ${data}/aicalc/schema schema ${name})
endforeach()
get_property(folders GLOBAL PROPERTY aicalc_calculator_folders)
get_property(compositions GLOBAL PROPERTY aicalc_compositions)
foreach(folder IN LISTS compositions folders)
  string(REPLACE "_" "-" name ${folder})
  aicalc_write(man/aicalc-${name}.1 ${CMAKE_INSTALL_MANDIR}/man1 help --man ${name})
  aicalc_write(reference/${name}.md ${CMAKE_INSTALL_DOCDIR}/reference help --markdown ${name})
  aicalc_write(schema/${name}.json ${data}/aicalc/schema schema ${name})
endforeach()
# The module for Python, with types from the same tables where an interpreter is there to write them.
install(FILES python/aicalc.py DESTINATION ${data}/aicalc/python)
find_package(Python3 3.8 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  file(MAKE_DIRECTORY ${pages}/python)
  add_custom_command(OUTPUT ${pages}/python/aicalc.pyi
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/python/stubs.py $<TARGET_FILE:aicalc_cli>
      > ${pages}/python/aicalc.pyi
    DEPENDS aicalc_cli ${PROJECT_SOURCE_DIR}/python/stubs.py VERBATIM)
  install(FILES ${pages}/python/aicalc.pyi DESTINATION ${data}/aicalc/python)
  list(APPEND written ${pages}/python/aicalc.pyi)
endif()
add_custom_target(aicalc_pages ALL DEPENDS ${written})

# find_package(aicalc): aicalc::aicalc, and aicalc::shared.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/aicalc)
install(EXPORT aicalc-targets NAMESPACE aicalc:: DESTINATION ${package})
file(CONFIGURE OUTPUT aicalc-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(cJSON)
include(\"\${CMAKE_CURRENT_LIST_DIR}/aicalc-targets.cmake\")
")
write_basic_package_version_file(aicalc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/aicalc-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/aicalc-config-version.cmake
  DESTINATION ${package})

# pkg-config: the prefix is found from where the file lies, so that it may be moved.
file(RELATIVE_PATH prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(CONFIGURE OUTPUT aicalc.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@prefix@
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: aicalc
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires.private: libcjson
Libs: -L\${libdir} -laicalc
Libs.private: -lm
Cflags: -I\${includedir}
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/aicalc.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# cmake --build . --target uninstall: takes away what the last `cmake --install` wrote.
if(PROJECT_IS_TOP_LEVEL)
  set(destdir ${CMAKE_CURRENT_BINARY_DIR}/install_destdir.txt) # the manifest does not say it
  install(CODE "file(WRITE \"${destdir}\" \"\$ENV{DESTDIR}\")")
  add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -D MANIFEST=${CMAKE_CURRENT_BINARY_DIR}/install_manifest.txt -D DESTDIR_FILE=${destdir}
      -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
    VERBATIM)
endif()

# cpack: a tarball and a Debian package; cpack --config CPackSourceConfig.cmake: the sources.
set(AICALC_CONTACT "aicalc packager <root@localhost>" CACHE STRING
  "Who answers for the packages: a name and an address")
set(CPACK_PACKAGE_CONTACT ${AICALC_CONTACT})
set(CPACK_PACKAGE_VENDOR "The aicalc authors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/[.]git/;/build[^/]*/")
set(CPACK_STRIP_FILES ON)
include(cmake/debian.cmake)
include(CPack)

# All packages of a version, those for other machines too: cmake --workflow --preset release
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(aicalc_dist
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/dist.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
      ${PROJECT_VERSION} ${AICALC_DATE}
    USES_TERMINAL VERBATIM)
endif()
