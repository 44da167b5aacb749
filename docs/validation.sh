#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# validation.sh PROGRAM RUN_CASES [FOLDER]: writes the tables of published and measured values in
# docs/methods/*.md anew, between their two markers, from tests/cases. FOLDER takes the pages
# instead; a test compares them with what is committed.
set -eu
program=$(realpath "$1")
run_cases=$(realpath "$2")
cd "$(dirname "$0")/.."
folder=${3:-docs/methods}
mkdir -p "$folder"
for page in docs/methods/*.md; do
    name=$(basename "$page" .md)
    {
        sed '/^<!-- validation -->$/q' "$page"
        "$run_cases" --table "$program" tests/data/hf_configs "tests/cases/$name.json"
        sed -n '/^<!-- end of validation -->$/,$p' "$page"
    } >"$folder/$name.md.new"
    mv "$folder/$name.md.new" "$folder/$name.md"
done
