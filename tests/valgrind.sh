#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh BUILD: valgrind has nothing to say about every example of the help, wrong input, and
# the unit tests of the library: no invalid access, no value used before it is set, no leak.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=0

# under COMMAND...: under valgrind, which writes into a file what it has to say.
under() {
    valgrind -q --leak-check=full --show-leak-kinds=all --log-file="$work/log.%p" "$@"
}

# Of an example of the help, or of each part of it where one is piped into another.
aicalc() {
    under "$build/aicalc" "$@"
}

# quiet COMMAND...: whatever the command's own exit code is.
quiet() {
    eval "$*" >/dev/null 2>&1 </dev/null || true
    if [ -n "$(cat "$work"/log.*)" ]; then
        echo "FAIL $*"
        cat "$work"/log.*
        exit 1
    fi
    rm "$work"/log.*
    runs=$((runs + 1))
}

"$build/aicalc" help | sed -n 's/^  aicalc \([a-z-]*\) .*/\1/p' | sort -u | while read -r name; do
    "$build/aicalc" help "$name" | sed -n '/^Examples/,/^$/s/^  aicalc //p'
done >"$work/examples"
while read -r line; do
    quiet "aicalc $line"
    quiet "aicalc $line -o json --explain"
done <"$work/examples"
quiet aicalc kvcache --model llama-9
quiet aicalc kvcache --model llama-3.1-8b --context 128Kj
quiet aicalc check /nowhere
quiet aicalc help
for test in "$build"/tests/test_*; do
    case ${test##*/} in
    test_json | test_layout | test_number | test_solve | test_train_memory) ;; # minutes: asan has them
    *) quiet "under '$test'" ;;
    esac
done
echo "valgrind: quiet on $runs runs"
