#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# builds.sh DIRECTORY [BUILD]...: builds of different compilers and levels of optimization must give
# the same bytes: all results of random questions of every calculator, and what the program prints
# for every example of its help. Without a BUILD they are made here: gcc and clang, -O0 and -O3.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
base=$1
shift
questions=${AICALC_TEST_QUESTIONS:-1000}
jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p "$base"

. "$project/tests/example_answers.sh"

if [ $# -eq 0 ]; then
    for compiler in gcc clang; do
        for level in 0 3; do
            set -- "$@" "$base/$compiler-O$level"
            cmake -S "$project" -B "$base/$compiler-O$level" -DCMAKE_C_COMPILER=$compiler -DCMAKE_BUILD_TYPE=None \
                -DCMAKE_C_FLAGS=-O$level -DAICALC_HARDEN=OFF >"$base/log" 2>&1
        done
    done
fi
for build in "$@"; do # one after the other, each with all cores
    cmake --build "$build" -j "$jobs" --target aicalc_cli answers >"$base/log" 2>&1 || { cat "$base/log"; exit 1; }
done

# Then what they answer, all at once: each program uses one core.
out() {
    echo "$base/$(basename "$1").out"
}
running=
for build in "$@"; do
    {
        "$build/tests/robustness/answers" "$questions"
        example_answers "$build/aicalc" "json csv markdown html table"
    } >"$(out "$build")" &
    running="$running $!"
done
for process in $running; do
    wait "$process"
done

first=$(out "$1")
for build in "$@"; do
    if ! cmp "$first" "$(out "$build")"; then
        diff "$first" "$(out "$build")" | head -n 20
        exit 1
    fi
done
echo "$# builds: the same $(wc -c <"$first") bytes, among them the results of $questions random questions of each calculator"
