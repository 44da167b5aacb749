#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# validation.sh PROGRAM RUN_CASES [FOLDER]: writes the tables of published and measured values in
# docs/methods/*.md anew, between their two markers, from tests/cases, the table of errors
# in its README.md, and what other pairs of markers hold. FOLDER takes the pages instead; a test compares them with what is committed.
set -eu
program=$(realpath "$1")
run_cases=$(realpath "$2")
cd "$(dirname "$0")/.."
folder=${3:-docs/methods}
mkdir -p "$folder"

# between MARK PAGE COMMAND...: the page, with what the command prints between the two markers
between() {
    mark=$1
    text=$2
    shift 2
    sed "/^<!-- $mark -->\$/q" "$text"
    "$@"
    sed -n "/^<!-- end of $mark -->\$/,\$p" "$text"
}

for page in docs/methods/*.md; do
    name=$(basename "$page" .md)
    new=$folder/$name.md.new
    if [ "$name" = README ]; then
        between validation "$page" \
            "$run_cases" --errors "$program" tests/data/hf_configs tests/cases/*.case >"$new"
    else
        between validation "$page" \
            "$run_cases" --table "$program" tests/data/hf_configs "tests/cases/$name.case" >"$new"
    fi
    if grep -q '^<!-- ranking -->$' "$new"; then
        between ranking "$new" sh docs/ranking.sh "$program" >"$new.ranked"
        mv "$new.ranked" "$new"
    fi
    mv "$new" "$folder/$name.md"
done
