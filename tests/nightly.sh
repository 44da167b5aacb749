#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# nightly.sh [SECONDS]: what takes longer than a test run may: analyzers, coverage, long random walks,
# every allocation failing, threads under ThreadSanitizer, memory under valgrind, SECONDS of fuzzing
# for each target (default 300), and many mutants. Figures of past runs: docs/testing.md.
set -eu
cd "$(dirname "$0")/.."
. tests/packages.sh
need_packages gcc clang libclang-rt-dev clang-tidy cppcheck make cmake libc6-dev libcjson-dev libcmocka-dev valgrind lintian dpkg-dev file

seconds=${1:-300}
jobs=$(nproc 2>/dev/null || echo 2)
base=${AICALC_BUILD_DIR:-build-test}/nightly
mkdir -p "$base"
base=$(cd "$base" && pwd)

# build NAME ARGUMENT...
build() {
    name=$1
    shift
    cmake -S . -B "$base/$name" "$@" >"$base/$name.log" 2>&1 &&
        cmake --build "$base/$name" -j "$jobs" >>"$base/$name.log" 2>&1 ||
        { tail -n 20 "$base/$name.log"; exit 1; }
}

echo "== analyzers"
sh tests/analyzers.sh "$base/analyzers"

echo "== coverage"
sh tests/coverage.sh "$base/coverage"

echo "== long random walks"
build plain -DCMAKE_BUILD_TYPE=Release
AICALC_TEST_QUESTIONS=50000 AICALC_TEST_SEED=$(date +%j) "$base/plain/tests/robustness/test_properties"

echo "== boxes of ranges, answers fed back"
AICALC_TEST_QUESTIONS=20000 AICALC_TEST_SEED=$(date +%j) "$base/plain/tests/robustness/test_range"
mkdir -p "$base/fed"
(project=$(pwd) && cd "$base/fed" &&
    sh "$project/tests/robustness/feedback.sh" "$base/plain/aicalc" "$base/plain/tests/robustness/questions" 300)

echo "== relations between answers"
for test in agreement metamorphic multiplied_out; do
    AICALC_TEST_QUESTIONS=6000 AICALC_TEST_SEED=$(date +%j) "$base/plain/tests/robustness/test_$test"
done

echo "== services with a better machine or a looser limit"
AICALC_TEST_SERVICES=20000 "$base/plain/tests/test_serve_better"

echo "== the Debian package, with lintian"
sh tests/consumer/debian.sh "$base/plain"

echo "== the program elsewhere; all packages, made twice"
sh tests/reach.sh wasm web mcp windows static cluster release

echo "== two compilers, two levels of optimization"
AICALC_TEST_QUESTIONS=3000 sh tests/builds.sh "$base/builds"

echo "== a big-endian and a 32-bit machine"
sh tests/emulated.sh "$base/emulated"

echo "== layouts asked alone, and walks over all of them"
AICALC_TEST_LAYOUTS=40 "$base/plain/tests/test_layout"

echo "== every allocation, however many"
"$base/plain/tests/robustness/torture" "$base/plain/aicalc" "$base/plain/tests/robustness/libfaults.so" . 1

echo "== threads under ThreadSanitizer"
build threads -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DAICALC_HARDEN=OFF \
    -DCMAKE_C_FLAGS=-fsanitize=thread
"$base/threads/tests/robustness/threads"

echo "== valgrind"
build valgrind -DCMAKE_BUILD_TYPE=Release -DAICALC_HARDEN=OFF
sh tests/valgrind.sh "$base/valgrind"

echo "== fuzzing"
build fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DAICALC_FUZZ=ON \
    -DAICALC_SANITIZE=ON
for corpus in tests/robustness/corpus/*; do
    name=${corpus##*/}
    mkdir -p "$base/corpus/$name"
    "$base/fuzz/tests/robustness/fuzz_$name" -max_total_time="$seconds" -max_len=4096 -timeout=20 \
        -print_final_stats=1 -artifact_prefix="$base/crash-$name-" "$base/corpus/$name" "$corpus" \
        >"$base/fuzz-$name.log" 2>&1 || { tail -n 30 "$base/fuzz-$name.log"; exit 1; }
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$base/fuzz-$name.log") executions"
done

echo "== mutants"
sh tests/mutation.sh 400 "$(date +%j)" "$base/mutation"
