#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# dist.sh SOURCE BUILD VERSION DATE: all packages of a version in SOURCE/dist, with their sums and a bill of materials. BUILD is
# a release build; the others are made by their presets. The same sources and tools give the same bytes.
set -eu
source=$1
build=$2
version=$3
cd "$source"
for tool in clang:wasm esbuild:web x86_64-w64-mingw32-gcc:windows musl-gcc:static npm:web; do
    command -v "${tool%:*}" >/dev/null 2>&1 || [ -d "tests/reach/node_modules/${tool%:*}" ] || {
        echo "${tool%:*} is missing: 'sh tests/reach.sh --install ${tool#*:}' installs it" >&2
        exit 1
    }
done
SOURCE_DATE_EPOCH=$(date -u -d "$4" +%s)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022
for preset in static windows web; do
    cmake --workflow --preset "$preset"
done

rm -rf dist
mkdir dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# folder NAME PROGRAM: what an archive holds, below a folder of its name.
folder() {
    mkdir -p "$work/$1"
    cp "$2" LICENSE README.md CHANGELOG.md "$work/$1/"
    chmod 755 "$work/$1/$(basename "$2")"
    chmod 644 "$work/$1/"*.md "$work/$1/LICENSE"
    find "$work/$1" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
}

# packed NAME: the folder as a tarball.
packed() {
    tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$1" |
        gzip -9n >"dist/$1.tar.gz"
}

machine=$(uname -m)
folder "aicalc-$version-linux-$machine" build-static/aicalc
packed "aicalc-$version-linux-$machine"
folder "aicalc-$version-windows-x86_64" build-windows/aicalc.exe
(cd "$work" && cmake -E tar cf "$source/dist/aicalc-$version-windows-x86_64.zip" --format=zip \
    "aicalc-$version-windows-x86_64")
(cd build-wasm/npm && npm pack --silent --pack-destination "$source/dist" >/dev/null)
mv "dist/aicalc-$version.tgz" "dist/aicalc-$version-npm.tgz"
cp web/aicalc.html "dist/aicalc-$version.html"
cp Containerfile "dist/aicalc-$version.Containerfile"
mkdir "$work/deb"
(cd "$build" && cpack -G DEB -B "$work/deb" -D CPACK_CMAKE_GENERATOR=Ninja >/dev/null) # make would build the tests first
cp "$work"/deb/*.deb dist/
if [ -d .git ] || [ -f .git ]; then
    git archive --prefix="aicalc-$version/" HEAD | gzip -9n >"dist/aicalc-$version-source.tar.gz"
else # a source package: the folder is what was unpacked
    mkdir "$work/aicalc-$version"
    tar --exclude=./build* --exclude=./dist --exclude=node_modules -cf - . | tar -C "$work/aicalc-$version" -xf -
    packed "aicalc-$version"
    mv "dist/aicalc-$version.tar.gz" "dist/aicalc-$version-source.tar.gz"
fi

# What is inside: a component of each library that is linked statically, with the version of its package.
component() { # NAME PACKAGE LICENSE
    number=$(dpkg-query -W -f '${Version}' "$2" 2>/dev/null || echo unknown)
    printf ',\n    {"type": "library", "name": "%s", "version": "%s", "licenses": [{"expression": "%s"}]}' \
        "$1" "$number" "$3"
}
{
    printf '{\n  "bomFormat": "CycloneDX",\n  "specVersion": "1.5",\n  "version": 1,\n'
    printf '  "metadata": {"timestamp": "%s", "component": {"type": "application", "name": "aicalc", "version": "%s"}},\n' \
        "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)" "$version"
    printf '  "components": [\n    {"type": "library", "name": "cJSON", "version": "%s", "licenses": [{"license": {"id": "MIT"}}]}' \
        "$(sed -n 's/^#define CJSON_VERSION_[A-Z]* \([0-9]*\)$/\1/p' build-deps/cjson/cJSON.h | paste -sd.)"
    component musl musl MIT
    component mingw-w64 mingw-w64-x86-64-dev ZPL-2.1
    component libgcc gcc-mingw-w64-x86-64 'GPL-3.0-or-later WITH GCC-exception-3.1'
    component wasi-libc wasi-libc MIT
    component compiler-rt libclang-rt-dev-wasm32 'Apache-2.0 WITH LLVM-exception'
    printf '\n  ]\n}\n'
} >"dist/aicalc-$version.cdx.json"

(cd dist && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
cat dist/SHA256SUMS
