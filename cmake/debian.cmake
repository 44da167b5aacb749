# SPDX-License-Identifier: Apache-2.0
# What the Debian package says about itself. Its files are those that are installed, changed by
# debian-files.cmake into what Debian's policy wants.
find_program(AICALC_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(AICALC_SHLIBDEPS)
if(AICALC_SHLIBDEPS)
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# dpkg-shlibdeps finds the functions, not the version whose defects are mended.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libcjson1 (>= 1.7.15)")
# Which package programs need that are linked with the library; the cache of libraries.
set(control ${CMAKE_CURRENT_BINARY_DIR}/debian)
file(CONFIGURE OUTPUT ${control}/shlibs @ONLY
  CONTENT "libaicalc @PROJECT_VERSION_MAJOR@ aicalc (>= @PROJECT_VERSION@)\n")
file(CONFIGURE OUTPUT ${control}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
string(JOIN "\n" CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Answers questions of those who plan clusters for training and serving large"
  "models: whether a model fits, how long training takes, what checkpoints,"
  "storage, network and power are needed, and what all of it costs. Every number"
  "comes with its formula, its source and how far measurements were from it."
  "."
  "The C library, its headers and the documents are in this package too.")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian-files.cmake)
set(CPACK_AICALC_DATE ${AICALC_DATE})
