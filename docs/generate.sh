#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# generate.sh PROGRAM RUN_CASES [FOLDER]: writes what the program knows from its tables into
# FOLDER (default: docs): man/*.1, reference/*.md, schema/*.json, and the validation tables
# of methods/*.md from tests/cases. A test compares the result with what is committed.
set -eu
program=$(realpath "$1")
run_cases=$(realpath "$2")
cd "$(dirname "$0")/.."
folder=${3:-docs}
calculators=$("$program" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
mkdir -p "$folder/man" "$folder/reference" "$folder/schema" "$folder/methods"

"$program" help --man >"$folder/man/aicalc.1"
"$program" help --markdown >"$folder/reference/aicalc.md"
for name in $calculators; do
    "$program" help --man "$name" >"$folder/man/aicalc-$name.1"
    "$program" help --markdown "$name" >"$folder/reference/$name.md"
    "$program" schema "$name" >"$folder/schema/$name.json"
done
if "$program" schema check >"$folder/schema/check.json.new" 2>/dev/null; then
    mv "$folder/schema/check.json.new" "$folder/schema/check.json"
else
    rm "$folder/schema/check.json.new"
fi

# What stands between the markers of a page on a method is written anew.
for page in docs/methods/*.md; do
    name=$(basename "$page" .md)
    {
        sed '/^<!-- validation -->$/q' "$page"
        "$run_cases" --table "$program" tests/data/hf_configs "tests/cases/$name.json"
        sed -n '/^<!-- end of validation -->$/,$p' "$page"
    } >"$folder/methods/$name.md.new"
    mv "$folder/methods/$name.md.new" "$folder/methods/$name.md"
done
