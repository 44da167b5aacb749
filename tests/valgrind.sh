#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh BUILD: valgrind has nothing to say about every example of the help, wrong input, and
# the unit tests of the library: no invalid access, no value used before it is set, no leak.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=0

# quiet COMMAND...: under valgrind; whatever the command's own exit code is.
quiet() {
    code=0
    valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=all "$@" \
        >"$work/out" 2>"$work/err" </dev/null || code=$?
    if [ "$code" -eq 99 ]; then
        echo "FAIL $*"
        cat "$work/err"
        exit 1
    fi
    runs=$((runs + 1))
}

"$build/aicalc" help | sed -n 's/^  aicalc \([a-z-]*\) .*/\1/p' | sort -u | while read -r name; do
    "$build/aicalc" help "$name" | sed -n '/^Examples/,/^$/s/^  aicalc //p'
done >"$work/examples"
while read -r line; do
    eval "quiet \"$build/aicalc\" $line"
    eval "quiet \"$build/aicalc\" $line -o json --explain"
done <"$work/examples"
quiet "$build/aicalc" kvcache --model llama-9
quiet "$build/aicalc" kvcache --model llama-3.1-8b --context 128Kj
quiet "$build/aicalc" check /nowhere
quiet "$build/aicalc" help
for test in "$build"/tests/test_*; do
    case ${test##*/} in
    test_number | test_json | test_solve | test_train_memory) ;; # minutes: asan has them
    *) quiet "$test" ;;
    esac
done
echo "valgrind: quiet on $runs runs"
