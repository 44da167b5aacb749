# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, and the packages of `cpack`.

# The same library again as a shared one, for hosts that want it; the program links the
# static one, which starts faster.
set(libraries aicalc)
if(NOT BUILD_SHARED_LIBS)
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
    OUTPUT_NAME aicalc EXPORT_NAME shared VERSION ${PROJECT_VERSION} SOVERSION 0)
  list(APPEND libraries aicalc_shared)
endif()

install(TARGETS ${libraries} EXPORT aicalc-targets)
install(TARGETS aicalc_cli)
install(DIRECTORY include/aicalc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/methods DESTINATION ${CMAKE_INSTALL_DOCDIR})
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
aicalc_write(schema/check.json ${data}/aicalc/schema schema check)
get_property(folders GLOBAL PROPERTY aicalc_calculator_folders)
foreach(folder IN LISTS folders)
  string(REPLACE "_" "-" name ${folder})
  aicalc_write(man/aicalc-${name}.1 ${CMAKE_INSTALL_MANDIR}/man1 help --man ${name})
  aicalc_write(reference/${name}.md ${CMAKE_INSTALL_DOCDIR}/reference help --markdown ${name})
  aicalc_write(schema/${name}.json ${data}/aicalc/schema schema ${name})
endforeach()
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

# cpack: a tarball and a Debian package; cpack --config CPackSourceConfig.cmake: the sources.
set(CPACK_PACKAGE_CONTACT "The aicalc authors")
set(CPACK_PACKAGE_VENDOR "The aicalc authors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES "/[.]git/;/build[^/]*/")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
find_program(AICALC_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(AICALC_SHLIBDEPS)
if(AICALC_SHLIBDEPS)
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
