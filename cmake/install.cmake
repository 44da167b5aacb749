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
install(DIRECTORY docs/reference docs/methods DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
  FILES_MATCHING PATTERN "*.1")
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/aicalc)
install(DIRECTORY src/catalog/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/aicalc/catalogs
  FILES_MATCHING PATTERN "*.json")

# Completions, printed by the program that they are for.
set(completions ${CMAKE_CURRENT_BINARY_DIR}/completions)
file(MAKE_DIRECTORY ${completions})
set(places
  bash bash-completion/completions aicalc
  zsh zsh/site-functions _aicalc
  fish fish/vendor_completions.d aicalc.fish)
set(scripts)
while(places)
  list(POP_FRONT places shell folder name)
  add_custom_command(OUTPUT ${completions}/${name}
    COMMAND aicalc_cli completion ${shell} > ${completions}/${name}
    DEPENDS aicalc_cli VERBATIM)
  install(FILES ${completions}/${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
  list(APPEND scripts ${completions}/${name})
endwhile()
add_custom_target(aicalc_completions ALL DEPENDS ${scripts})

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
