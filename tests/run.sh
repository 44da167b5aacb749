#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what the tests need, builds with warnings as errors, runs everything through ctest: all
# tests with gcc, and with clang, AddressSanitizer and UBSan those that another compiler or a checked
# run can change (the labels of tests/CMakeLists.txt). Then both builds must give the same bytes, also
# where long random walks lead, and the figures of it all are printed. What takes longer, as
# analyzers, coverage and mutants, is in tests/nightly.sh.
# AICALC_BUILD_DIR says where to build (default: build-test in the project).
set -eu
cd "$(dirname "$0")/.."
. tests/packages.sh

need_packages gcc g++ clang libclang-rt-dev make cmake libc6-dev libcjson-dev libcmocka-dev \
    libxml2-utils tidy chromium fonts-dejavu-core units locales zsh fish mandoc groff pkg-config dpkg-dev python3-yaml file

jobs=$(nproc 2>/dev/null || echo 2)
base=${AICALC_BUILD_DIR:-build-test}

# build_and_test NAME TESTS [CMAKE ARGUMENT]...: those that the options TESTS of ctest choose.
build_and_test() {
    name=$1
    tests=$2
    shift 2
    echo "== $name"
    cmake -S . -B "$base/$name" -DAICALC_WERROR=ON -DAICALC_TESTS=ON "$@" >"$base/$name.log" 2>&1 ||
        { cat "$base/$name.log"; exit 1; }
    cmake --build "$base/$name" -j "$jobs" >>"$base/$name.log" 2>&1 ||
        { cat "$base/$name.log"; exit 1; }
    # shellcheck disable=SC2086 # options are words
    (cd "$base/$name" && ctest --output-on-failure -j "$jobs" $tests)
}

mkdir -p "$base"
build_and_test gcc '' -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Release
build_and_test clang '-LE any-compiler' -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DAICALC_SANITIZE=ON \
    -DAICALC_INSTALL=OFF

echo "== builds"
base=$(cd "$base" && pwd)
sh tests/builds.sh "$base/builds" "$base/gcc" "$base/clang"

echo "== figures"
sh tests/figures.sh "$base/gcc"
