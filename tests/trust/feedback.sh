#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# feedback.sh PROGRAM QUESTIONS: random answers fed back to the program give the same bytes; so do
# they through check, which compares a saved answer with today's.
set -eu
program=$1
questions=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

"$questions" 60 >"$work/questions"
while read -r _ calculator arguments; do
    # shellcheck disable=SC2086 # a list of words
    "$program" "$calculator" $arguments -o json --no-config >"$work/first.json" 2>"$work/err"
    if "$program" "$calculator" --input "$work/first.json" -o json --no-config >"$work/second.json" 2>>"$work/err" &&
        cmp -s "$work/first.json" "$work/second.json" &&
        "$program" check "$work/first.json" --no-config >"$work/check" 2>>"$work/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL aicalc $calculator $arguments"
        diff "$work/first.json" "$work/second.json" | head -n 6
        head -n 3 "$work/err"
    fi
done <"$work/questions"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
