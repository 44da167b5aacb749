#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# same.sh NATIVE EXAMPLES PROGRAM...: every example gives the same bytes and exit code.
set -eu
native=$1
examples=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
count=0
while IFS= read -r line; do
    a=0 b=0
    eval "\"\$native\" $line" >"$work/a" 2>"$work/a.err" </dev/null || a=$?
    eval "\"\$@\" $line" >"$work/b" 2>"$work/b.err" </dev/null || b=$?
    if [ $a != $b ] || ! cmp -s "$work/a" "$work/b" || ! cmp -s "$work/a.err" "$work/b.err"; then
        echo "FAIL ($a, $b) $line"
        diff "$work/a" "$work/b" | head -5
        diff "$work/a.err" "$work/b.err" | head -5
        exit 1
    fi
    count=$((count + 1))
done <"$examples"
echo "$count examples, the same bytes"
