#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pipe.sh PROGRAM: a reader that goes away ends the program by SIGPIPE, and where that signal is
# ignored by exit code 3 and a message; never by a success.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkfifo "$work/pipe"
failed=0

# into_nothing NAME ARGUMENT...: $code is how the program ended with nobody left to read.
into_nothing() {
    : <"$work/pipe" &
    {
        wait $!
        "$program" "$@" 2>"$work/err"
        echo $? >"$work/code"
    } >"$work/pipe"
    code=$(cat "$work/code")
}

for arguments in "help" "catalog models -o json" "kvcache --model llama-3.1-8b" \
    "kvcache --model llama-3.1-8b --sweep context=1Ki..8Ki*2 -o csv"; do
    # shellcheck disable=SC2086 # a list of words
    into_nothing $arguments
    if [ "$code" -ne 141 ]; then
        failed=$((failed + 1))
        echo "FAIL $arguments: ended with $code, not by the signal"
    fi
    trap '' PIPE
    # shellcheck disable=SC2086
    into_nothing $arguments
    trap - PIPE
    if [ "$code" -ne 3 ] || ! grep -q 'cannot write' "$work/err"; then
        failed=$((failed + 1))
        echo "FAIL $arguments: ended with $code while the signal is ignored: $(cat "$work/err")"
    fi
done
echo "8 runs, $failed failed"
[ "$failed" -eq 0 ]
