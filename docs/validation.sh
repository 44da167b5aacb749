#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# validation.sh PROGRAM RUN_CASES [FOLDER]: writes the tables of published and measured values in
# docs/methods/*.md anew, between their two markers, from tests/cases, the table of errors
# in its README.md with those of docs/accuracy.tsv, and what other pairs of markers hold. FOLDER takes the pages instead; a test compares them with what is committed.
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

# accuracy: the rows of accuracy.tsv as a table; without a figure a cell is empty.
accuracy() {
    awk -F '\t' '
        function percent(figure) { return figure == "" ? "" : figure " %" }
        BEGIN {
            print "\n| Calculator | What | Hardware | Numbers | Models | Figures | Median error | 90th percentile | Inside the band |"
            print "|---|---|---|---|---|---:|---:|---:|---:|"
        }
        !/^#/ {
            printf "| %s | %s | %s | %s | %s | %s%s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6,
                $10 == "" ? "" : " *", percent($7), percent($8), percent($9)
        }
        END { print "" }' docs/accuracy.tsv
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
    if grep -q '^<!-- accuracy -->$' "$new"; then
        between accuracy "$new" accuracy >"$new.accuracy"
        mv "$new.accuracy" "$new"
    fi
    if grep -q '^<!-- steps -->$' "$new"; then
        between steps "$new" sh docs/steps.sh "$program" >"$new.asked"
        mv "$new.asked" "$new"
    fi
    if grep -q '^<!-- throughputs -->$' "$new"; then
        between throughputs "$new" sh docs/throughputs.sh "$program" >"$new.asked"
        mv "$new.asked" "$new"
    fi
    if grep -q '^<!-- ranking -->$' "$new"; then
        between ranking "$new" sh docs/ranking.sh "$program" >"$new.ranked"
        mv "$new.ranked" "$new"
    fi
    if grep -q '^<!-- configurations -->$' "$new"; then
        between configurations "$new" sh docs/configurations.sh "$program" >"$new.listed"
        mv "$new.listed" "$new"
    fi
    mv "$new" "$folder/$name.md"
done
