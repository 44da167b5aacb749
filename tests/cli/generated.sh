# SPDX-License-Identifier: Apache-2.0
# generated.sh PROGRAM PROJECT RUN_CASES: what the program writes about itself is what is
# committed under docs/, the pages for man are clean, and the schemas are JSON.
set -u
program=$1
project=$2
run_cases=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$project" || exit 1
failed=0

sh docs/generate.sh "$program" "$run_cases" "$work" || exit 1
for folder in man reference schema methods; do
    if ! diff -r "docs/$folder" "$work/$folder" >"$work/diff"; then
        failed=$((failed + 1))
        echo "FAIL docs/$folder is not what the program writes; run" \
            "sh docs/generate.sh PROGRAM RUN_CASES"
        head -20 "$work/diff"
    fi
done
for page in "$work"/man/*.1; do
    if command -v mandoc >/dev/null 2>&1; then
        mandoc -T lint -W warning "$page" >"$work/lint" 2>&1 || cat "$work/lint"
        [ -s "$work/lint" ] && failed=$((failed + 1))
    fi
    if command -v groff >/dev/null 2>&1; then
        groff -man -ww -z "$page" >"$work/lint" 2>&1 || cat "$work/lint"
        [ -s "$work/lint" ] && cat "$work/lint" && failed=$((failed + 1))
    fi
done
# The first program that a document shows is the one that is compiled: shows DOCUMENT SOURCE
shows() {
    awk '/^```c$/ { shown = 1; next } shown && /^```$/ { exit } shown' "$1" >"$work/shown"
    if ! diff "$work/shown" "$2" >"$work/diff"; then
        failed=$((failed + 1))
        echo "FAIL $1 does not show $2"
        head -20 "$work/diff"
    fi
}
shows docs/library.md examples/library.c
shows CONTRIBUTING.md examples/vectors.c
for page in README.md CONTRIBUTING.md docs/*.md docs/reference/*.md docs/methods/*.md; do
    for link in $(grep -o '](\.*[a-z/._-]*)' "$page" | tr -d '()]'); do
        if [ ! -e "$(dirname "$page")/$link" ]; then
            failed=$((failed + 1))
            echo "FAIL $page: $link is not there"
        fi
    done
done
echo "$failed failed"
[ "$failed" -eq 0 ]
