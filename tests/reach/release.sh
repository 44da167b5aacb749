#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# release.sh: all packages of the commit, made in two folders, are the same bytes; what is in them answers.
set -eu
project=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p build-deps

# made FOLDER: all packages of the commit in FOLDER/dist.
made() {
    (cd "$1" && cmake --workflow --preset release >"$project/build-deps/release.log" 2>&1) ||
        { tail -n 20 build-deps/release.log; exit 1; }
}

# Two clones, so that nothing that lies about in this folder comes along, of names of other lengths.
git clone -q . "$work/one"
git clone -q "$work/one" "$work/another-one"
for folder in one another-one; do
    mkdir -p "$work/$folder/build-deps"
    cp -R build-deps/cjson "$work/$folder/build-deps/"
    ln -s "$project/tests/reach/node_modules" "$work/$folder/tests/reach/node_modules"
    made "$work/$folder"
done
if ! diff "$work/one/dist/SHA256SUMS" "$work/another-one/dist/SHA256SUMS"; then
    echo "FAIL these packages are other bytes when they are built again"
    exit 1
fi
mkdir -p dist
cp "$work/one/dist"/* dist/

cd "$work/one/dist"
sha256sum --quiet -c SHA256SUMS
question="kvcache --model llama-3.1-8b --context 8Ki --fields kv_total -o csv --no-config"
# answers WHAT PROGRAM...: the packaged program gives the answer.
answers() {
    what=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    "$@" $question | tr -d '\r' | grep -q 1073741824 || { echo "FAIL $what does not answer"; exit 1; }
}
version=$(sed -n 's/^  VERSION //p' "$project/CMakeLists.txt")
for file in "aicalc-$version-linux-$(uname -m).tar.gz" "aicalc-$version-windows-x86_64.zip" "aicalc-$version-npm.tgz" \
    "aicalc-$version.html" "aicalc-$version.Containerfile" "aicalc_$version-1_$(dpkg --print-architecture).deb" \
    "aicalc-$version-source.tar.gz" "aicalc-$version.cdx.json"; do
    [ -s "$file" ] || { echo "FAIL there is no $file"; exit 1; }
done
mkdir "$work/linux" "$work/windows" "$work/npm" "$work/deb"
tar -xzf aicalc-*-linux-*.tar.gz -C "$work/linux"
answers "the program for Linux" "$work"/linux/*/aicalc
(cd "$work/windows" && cmake -E tar xf "$work"/one/dist/*.zip)
if command -v wine >/dev/null 2>&1; then
    answers "the program for Windows" env WINEDEBUG=-all WINEPREFIX="$project/build-deps/wine" wine "$work"/windows/*/aicalc.exe
fi
tar -xzf aicalc-*-npm.tgz -C "$work/npm"
answers "the npm package" node "$work/npm/package/aicalc.mjs"
dpkg-deb --extract ./*.deb "$work/deb"
answers "the Debian package" "$work/deb/usr/bin/aicalc"
ls -l | awk 'NR > 1 { printf "%-40s %9.2f MB\n", $NF, $5 / 1e6 }'
