# SPDX-License-Identifier: Apache-2.0
# Run by cpack before a package is packed: in a Debian package manuals and changelogs are compressed,
# the license is named and not copied, and the packaging has a changelog of its own.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
set(documents ${share}/doc/aicalc)
file(REMOVE ${documents}/LICENSE)
file(WRITE ${documents}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: aicalc

Files: *
Copyright: 2026 ${CPACK_PACKAGE_VENDOR}
License: Apache-2.0
 On Debian systems the text of the license is in /usr/share/common-licenses/Apache-2.0.
")

set(contact ${CPACK_PACKAGE_CONTACT})
if(CPACK_DEBIAN_PACKAGE_MAINTAINER)
  set(contact ${CPACK_DEBIAN_PACKAGE_MAINTAINER})
endif()
# The date of the version, as changelogs of packages have it.
execute_process(COMMAND date -u -R -d ${CPACK_AICALC_DATE}
  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${documents}/changelog.Debian
"aicalc (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Packaged from the sources of this version (changelog.gz).

 -- ${contact}  ${date}
")
file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)

# Packages' completions of zsh: site-functions below /usr is in no fpath of Debian's.
file(MAKE_DIRECTORY ${share}/zsh/vendor-completions)
file(RENAME ${share}/zsh/site-functions/_aicalc ${share}/zsh/vendor-completions/_aicalc)
file(REMOVE_RECURSE ${share}/zsh/site-functions)

# One package holds the program and the library, which few will want without the other; it is built
# where it is used; SECURITY.md says why the program is not position independent; it is CPack that
# calls ldconfig.
file(WRITE ${share}/lintian/overrides/aicalc
"aicalc: package-name-doesnt-match-sonames
aicalc: link-to-shared-library-in-wrong-package
aicalc: no-symbols-control-file
aicalc: pkg-config-unavailable-for-cross-compilation
aicalc: initial-upload-closes-no-bugs
aicalc: hardening-no-pie
aicalc: maintscript-calls-ldconfig
")

file(GLOB manuals ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${manuals} ${documents}/changelog ${documents}/changelog.Debian
  COMMAND_ERROR_IS_FATAL ANY)
