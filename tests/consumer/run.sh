# SPDX-License-Identifier: Apache-2.0
# run.sh PROJECT BUILD COMPILER: installs into an empty folder and looks at what is there; builds a
# consumer by find_package and pkg-config (by add_subdirectory: cli/contributing.sh, which builds all of it anyway);
# makes a tarball; takes away what was installed.
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

# Documents that are installed lead nowhere but to documents that are installed.
for page in $(find "$prefix/share/doc" -name '*.md'); do
    for link in $(grep -o '](\.*[A-Za-z0-9][A-Za-z0-9/._-]*[)#]' "$page" | tr -d '()]#'); do
        [ -e "$(dirname "$page")/$link" ] || { echo "FAIL $page: $link is not installed"; exit 1; }
    done
done

# A second installation is taken away again: only what others put there stays.
DESTDIR=$work/dest
export DESTDIR
mkdir -p "$DESTDIR/usr/share/aicalc"
echo "of others" >"$DESTDIR/usr/share/aicalc/prices.json"
quiet cmake --install "$build" --prefix /usr
quiet cmake --build "$build" --target uninstall
unset DESTDIR
left=$(cd "$work/dest" && find . -type f -o -type l)
[ "$left" = ./usr/share/aicalc/prices.json ] || { echo "FAIL uninstalling leaves:" $left; exit 1; }

# The environment of the second call need not know the DESTDIR of the first; what is gone is not taken away twice.
quiet env DESTDIR="$work/dest" cmake --install "$build" --prefix /usr
mv "$work/dest" "$work/elsewhere"
if cmake --build "$build" --target uninstall >"$work/log" 2>&1 || ! grep -q 'DESTDIR=FOLDER' "$work/log"; then
    echo "FAIL uninstalling what was moved away says:" && cat "$work/log"
    exit 1
fi
mv "$work/elsewhere" "$work/dest"
quiet cmake --build "$build" --target uninstall
left=$(cd "$work/dest" && find . -type f -o -type l)
[ "$left" = ./usr/share/aicalc/prices.json ] || { echo "FAIL uninstalling without DESTDIR leaves:" $left; exit 1; }

# Moved to where nobody expects it, it must still be found.
mv "$prefix" "$work/moved"
libraries=$work/moved/${libraries#"$prefix/"}
quiet cmake -S "$project/tests/consumer" -B "$work/package" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/moved"
quiet cmake --build "$work/package"
says "$work/package/consumer"
says "$work/package/consumer_shared"

if command -v pkg-config >/dev/null 2>&1; then
    PKG_CONFIG_PATH=$libraries/pkgconfig
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # options are words
    quiet "$compiler" -std=c11 "$project/tests/consumer/consumer.c" -o "$work/by_pkg_config" \
        $(pkg-config --cflags --libs aicalc)
    says "$work/by_pkg_config"
fi

# Ninja, because make would build first.
quiet cpack --config "$build/CPackConfig.cmake" -G TGZ -B "$work/packages" -D CPACK_CMAKE_GENERATOR=Ninja
tar -tzf "$work"/packages/*.tar.gz | grep 'bin/aicalc$' >/dev/null
echo "installed, packaged, consumed two ways and uninstalled"
