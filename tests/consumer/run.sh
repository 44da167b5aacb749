# SPDX-License-Identifier: Apache-2.0
# run.sh PROJECT BUILD COMPILER: installs into an empty folder and looks at what is there; builds a
# consumer by find_package, pkg-config and add_subdirectory; makes the packages.
set -eu
project=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
wanted="kvcache 85899345920"

# quiet COMMAND...: shows what a command said only if it fails.
quiet() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# says PROGRAM: runs a consumer.
says() {
    got=$(LD_LIBRARY_PATH="$libraries" "$1")
    [ "$got" = "$wanted" ] || { echo "FAIL $1 says '$got'"; exit 1; }
}

quiet cmake --install "$build" --prefix "$prefix"
libraries=$(dirname "$(find "$prefix" -name libaicalc.a)")
for file in bin/aicalc include/aicalc/aicalc.h share/man/man1/aicalc.1 \
    share/man/man1/aicalc-kvcache.1 share/bash-completion/completions/aicalc \
    share/zsh/site-functions/_aicalc share/fish/vendor_completions.d/aicalc.fish \
    share/aicalc/catalogs/gpus.json share/aicalc/schema/kvcache.json share/doc/aicalc/LICENSE; do
    [ -s "$prefix/$file" ] || { echo "FAIL $file is not installed"; exit 1; }
done
for file in libaicalc.so cmake/aicalc/aicalc-config.cmake pkgconfig/aicalc.pc; do
    [ -s "$libraries/$file" ] || { echo "FAIL $file is not installed"; exit 1; }
done
if grep -rlF -e "$project" -e "$build" -e "$prefix" "$prefix" --include='*.cmake' --include='*.pc' \
    --include='*.1' --include='aicalc*'; then
    echo "FAIL these name folders of this machine"
    exit 1
fi
"$prefix/bin/aicalc" kvcache --model llama-3.1-8b --context 8Ki >/dev/null

# Moved to where nobody expects it, it must still be found.
mv "$prefix" "$work/moved"
libraries=$work/moved/${libraries#"$prefix/"}
quiet cmake -S "$project/tests/consumer" -B "$work/package" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/moved"
quiet cmake --build "$work/package"
says "$work/package/consumer"
says "$work/package/consumer_shared"

PKG_CONFIG_PATH=$libraries/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # options are words
quiet "$compiler" -std=c11 "$project/tests/consumer/consumer.c" -o "$work/by_pkg_config" \
    $(pkg-config --cflags --libs aicalc)
says "$work/by_pkg_config"

quiet cmake -S "$project/tests/consumer/subdirectory" -B "$work/sub" \
    -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug -DAICALC_PROJECT="$project"
quiet cmake --build "$work/sub" --target consumer
says "$work/sub/consumer"

# pack GENERATOR: makes a package of what is built; Ninja, because make would build first.
pack() {
    quiet cpack --config "$build/CPackConfig.cmake" -G "$1" -B "$work/packages" \
        -D CPACK_CMAKE_GENERATOR=Ninja
}
pack TGZ
tar -tzf "$work"/packages/*.tar.gz | grep 'bin/aicalc$' >/dev/null
if command -v dpkg-shlibdeps >/dev/null 2>&1; then
    pack DEB
    dpkg-deb --contents "$work"/packages/*.deb | grep './usr/bin/aicalc$' >/dev/null
    dpkg-deb --field "$work"/packages/*.deb Depends | grep libcjson >/dev/null
fi
echo "installed, packaged and consumed three ways"
