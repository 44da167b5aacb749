#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# builds.sh [DIRECTORY [GCC CLANG]]: gcc and clang, -O0 and -O3, must give the same bytes: all results
# of random questions of every calculator, and what the program prints for every example of its help.
# GCC and CLANG are release builds (-O3) that are there already, with the compiler of that name.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
base=${1:-$project/build-test/builds}
questions=${AICALC_TEST_QUESTIONS:-3000}
jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p "$base"

. "$project/tests/example_answers.sh"

first=
for compiler in gcc clang; do
    for level in 0 3; do
        name=$compiler-O$level
        build=$base/$name
        case $name in
        gcc-O3) build=${2:-$build} ;;
        clang-O3) build=${3:-$build} ;;
        esac
        [ "$build" != "$base/$name" ] ||
            cmake -S "$project" -B "$build" -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None \
                -DCMAKE_C_FLAGS=-O$level -DAICALC_HARDEN=OFF >"$base/$name.log" 2>&1
        cmake --build "$build" -j "$jobs" --target aicalc_cli answers >>"$base/$name.log" 2>&1
        "$build/tests/robustness/answers" "$questions" >"$base/$name.out"
        example_answers "$build/aicalc" "json csv markdown html table" >>"$base/$name.out"
        if [ -z "$first" ]; then
            first=$name
        elif ! cmp "$base/$first.out" "$base/$name.out"; then
            diff "$base/$first.out" "$base/$name.out" | head -n 20
            exit 1
        fi
    done
done
echo "gcc and clang, -O0 and -O3: the same $(wc -c <"$base/$first.out") bytes, and the same" \
    "results of $questions random questions of each calculator"
