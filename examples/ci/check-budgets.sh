#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check-budgets.sh [FORMAT]: every file of budgets/, each against its baseline if it has one.
# Keeps reports/NAME.json, .xml and .md; ends with the worst exit code of all files:
# 0 all hold, 1 a budget is exceeded, 2 a file or a question is wrong, 3 aicalc failed.
# AICALC says which program to run, REPORTS where the reports go.
set -u
aicalc=${AICALC:-aicalc}
reports=${REPORTS:-reports}
format=${1:-table}
worst=0
mkdir -p "$reports" || exit 3
for file in budgets/*.json; do
    name=$(basename "$file" .json)
    set -- check "$file" --no-config -o "$format" -O "$reports/$name.json" \
        -O "$reports/$name.xml" -O "$reports/$name.md"
    if [ -f "baseline/$name.json" ]; then
        set -- "$@" --baseline "baseline/$name.json"
    fi
    "$aicalc" "$@"
    code=$?
    [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
