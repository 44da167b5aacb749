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
gcc=${2:-$base/gcc-O3}
clang=${3:-$base/clang-O3}

. "$project/tests/example_answers.sh"

# at COMPILER LEVEL: sets name, and build: where the build of that name is.
at() {
    name=$1-O$2
    build=$base/$name
    case $name in
    gcc-O3) build=$gcc ;;
    clang-O3) build=$clang ;;
    esac
}

# One build after the other, each with all cores.
for compiler in gcc clang; do
    for level in 0 3; do
        at $compiler $level
        [ "$build" != "$base/$name" ] ||
            cmake -S "$project" -B "$build" -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None \
                -DCMAKE_C_FLAGS=-O$level -DAICALC_HARDEN=OFF >"$base/$name.log" 2>&1
        cmake --build "$build" -j "$jobs" --target aicalc_cli answers >>"$base/$name.log" 2>&1
    done
done

# Then what they answer, both compilers' at once: each program uses one core.
answer() {
    for level in 0 3; do
        at "$1" $level
        "$build/tests/robustness/answers" "$questions" >"$base/$name.out"
        example_answers "$build/aicalc" "json csv markdown html table" >>"$base/$name.out"
    done
}
answer gcc &
answers_of_gcc=$!
answer clang
wait $answers_of_gcc

first="gcc-O0"
for name in gcc-O3 clang-O0 clang-O3; do
    if ! cmp "$base/$first.out" "$base/$name.out"; then
        diff "$base/$first.out" "$base/$name.out" | head -n 20
        exit 1
    fi
done
echo "gcc and clang, -O0 and -O3: the same $(wc -c <"$base/$first.out") bytes, and the same" \
    "results of $questions random questions of each calculator"
