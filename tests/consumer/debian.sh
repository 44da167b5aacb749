#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# debian.sh BUILD: the Debian package is made, installed in a root of its own, used there and
# removed; lintian has nothing to say where it is installed and AICALC_TEST_LINTIAN is not 0.
set -eu
build=$1
for tool in cpack dpkg dpkg-deb dpkg-shlibdeps gzip; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

# quiet COMMAND...: shows what a command said only if it fails.
quiet() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# Ninja, because make would build first.
quiet cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" \
    -D CPACK_CMAKE_GENERATOR=Ninja -D 'CPACK_DEBIAN_PACKAGE_MAINTAINER=Test <test@example.org>'
package=$(echo "$work"/packages/*.deb)
dpkg-deb --field "$package" Depends | grep -q 'libcjson1 (>= 1\.7\.15)' ||
    { echo "FAIL the package does not ask for the libcjson1 that it was built with"; exit 1; }
dpkg-deb --info "$package" shlibs | grep -q '^libaicalc [0-9]* aicalc (>= ' ||
    { echo "FAIL programs linked with the library would not depend on the package"; exit 1; }

if [ "${AICALC_TEST_LINTIAN:-1}" != 0 ] && command -v lintian >/dev/null 2>&1; then
    as_root=
    [ "$(id -u)" -ne 0 ] || as_root=--allow-root
    lintian $as_root --fail-on error,warning "$package" >"$work/lintian" 2>&1 ||
        { cat "$work/lintian"; exit 1; }
    [ ! -s "$work/lintian" ] || { cat "$work/lintian"; exit 1; }
    echo "lintian has nothing to say"
fi

# need PROGRAM: copies a program that the package's scripts call, with its libraries.
need() {
    mkdir -p "$root/$(dirname "$1")"
    cp -L "$1" "$root/$1"
    { ldd "$1" 2>/dev/null || true; } | grep -o '/[^ ]*' | while read -r library; do
        mkdir -p "$root/$(dirname "$library")"
        cp -L "$library" "$root/$library"
    done
}

# files: what is in the root that the package brought.
files() {
    (cd "$root" && find usr \( -type f -o -type l \) -path '*aicalc*' 2>/dev/null | sort)
}

mkdir -p "$root"
if [ "$(id -u)" -eq 0 ]; then
    # /bin and the like are links in a root of today.
    mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/var/lib/dpkg"
    for folder in bin sbin lib lib64; do
        ln -s "usr/$folder" "$root/$folder"
    done
    need /bin/sh
    for program in /sbin/ldconfig /sbin/ldconfig.real; do
        [ ! -x $program ] || need $program
    done
    : >"$root/etc/ld.so.conf"
    quiet dpkg --root="$root" --force-depends --install "$package"
    dpkg --root="$root" --status aicalc | grep -q '^Status: install ok installed' ||
        { echo "FAIL the package is not installed"; exit 1; }
else
    quiet dpkg-deb --extract "$package" "$root"
fi

count=$(files | wc -l)
[ "$count" -gt 100 ] || { echo "FAIL only $count files were installed"; exit 1; }
for file in bin/aicalc share/man/man1/aicalc-kvcache.1.gz share/doc/aicalc/copyright \
    share/zsh/vendor-completions/_aicalc share/doc/aicalc/changelog.gz share/doc/aicalc/docs/ci.md; do
    [ -s "$root/usr/$file" ] || { echo "FAIL $file is not in the package"; exit 1; }
done
"$root/usr/bin/aicalc" kvcache --model llama-3.1-8b --context 8Ki --fields kv_total -o csv --no-config |
    grep -q 1073741824 || { echo "FAIL the installed program gives another answer"; exit 1; }
if command -v zsh >/dev/null 2>&1; then
    zsh -fc 'print -l $fpath' | grep -qx /usr/share/zsh/vendor-completions ||
        { echo "FAIL zsh does not look for completions where the package has its own"; exit 1; }
fi
gzip -dc "$root/usr/share/man/man1/aicalc.1.gz" | grep -q '^\.TH'

if [ "$(id -u)" -eq 0 ]; then
    quiet dpkg --root="$root" --purge aicalc
    left=$(files)
    [ -z "$left" ] || { echo "FAIL removing it leaves:" $left; exit 1; }
fi
echo "package of $count files installed, used and removed"
