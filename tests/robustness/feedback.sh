#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# feedback.sh PROGRAM QUESTIONS COUNT: COUNT random answers of each calculator, fed back to the
# program, give the same bytes; and check, which compares a saved answer with today's, passes them.
set -u
program=$1
questions=$2
count=$3
. "$(cd "$(dirname "$0")/../cli" && pwd)/check.inc.sh"

"$questions" "$count" >questions
while read -r _ calculator arguments; do
    # shellcheck disable=SC2086 # a list of words
    "$program" "$calculator" $arguments -o json --no-config >first.json 2>err
    if "$program" "$calculator" --input first.json -o json --no-config >second.json 2>>err &&
        cmp -s first.json second.json && "$program" check first.json --no-config >report 2>>err; then
        ok
    else
        fail "aicalc $calculator $arguments: $(head -n 3 err)"
    fi
done <questions
finish
