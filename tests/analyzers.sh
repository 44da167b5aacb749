#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# analyzers.sh [DIRECTORY]: clang-tidy with clang's analyzer (.clang-tidy says what is left out and
# why), cppcheck and gcc's analyzer have nothing to say about src.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
base=${1:-$project/build-test/analyzers}
jobs=$(nproc 2>/dev/null || echo 2)
mkdir -p "$base"
cd "$project"
cmake -S . -B "$base" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_C_COMPILER=clang \
    -DCMAKE_BUILD_TYPE=Release -DAICALC_TESTS=OFF -DAICALC_INSTALL=OFF >"$base/build.log" 2>&1
files=$(find src -name '*.c' | sort)
failed=0

# quiet NAME: what the tool wrote into its log.
quiet() {
    if grep -E '(warning|error|portability|performance):' "$base/$1.log"; then
        failed=1
    else
        echo "$1: quiet on $(echo "$files" | wc -l) files"
    fi
}

echo "$files" | grep -v '^src/core/error.c$' | xargs -P "$jobs" -n 8 clang-tidy --quiet -p "$base" \
    --extra-arg=-include --extra-arg="$project/tests/analyzers.h" >"$base/clang-tidy.log" \
    2>/dev/null || failed=1
clang-tidy --quiet -p "$base" src/core/error.c >>"$base/clang-tidy.log" 2>/dev/null || failed=1
quiet clang-tidy

# Files that are nothing but rows take cppcheck minutes each; the two other analyzers read them.
# AIC_MEMBER() looks at the type of a member of a null pointer, which is never followed. Lists of
# rows that pass arguments on are more than cppcheck's preprocessor expands; compilers look at them.
echo "$files" | while read -r file; do
    grep -qE 'engine/rows/(tables|calculator).inc' "$file" || echo "$file"
done | cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr \
    -j "$jobs" --suppress=nullPointer --suppress=preprocessorErrorDirective --file-list=- \
    -Iinclude -Isrc >"$base/cppcheck.log" 2>&1 || failed=1
quiet cppcheck

# gcc sees one file at a time: a pointer from another may be NULL to it, and a block given to
# another is lost. The fault tests count blocks; clang's analyzer looks for null pointers.
echo "$files" | xargs -P "$jobs" -I{} gcc -fanalyzer -Wno-analyzer-malloc-leak \
    -Wno-analyzer-null-argument -Wno-analyzer-null-dereference -std=c11 -O1 \
    -D_POSIX_C_SOURCE=200809L '-DAICALC_VERSION=""' '-DAICALC_DATE=""' -Iinclude -Isrc -I"$base/src/calculators" -c {} \
    -o /dev/null >"$base/gcc.log" 2>&1 || failed=1
quiet gcc
exit "$failed"
