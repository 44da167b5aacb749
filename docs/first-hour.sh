#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# first-hour.sh PROGRAM: prints docs/first-hour.md: the questions of tests/data/first-hour.txt, what a
# person types first, and what the screen shows. Fails where that has more than 30 lines or a line of
# more than 80 columns.
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$program" "$work/aicalc"
PATH=$work:$PATH
export PATH
cat <<'END'
# A first hour

Questions in plain words, the command that a person types first, and what the screen shows. Written by
`sh docs/first-hour.sh PROGRAM` from `tests/data/first-hour.txt`, which fails where a screen has more
than 30 lines or 80 columns; a test compares it.

END
grep -v '^#' tests/data/first-hour.txt | while read -r question && read -r command; do
    printf '## %s\n\n```console\n$ %s\n' "$question" "$command"
    sh -c "$command" >"$work/screen" 2>&1 || true
    cat "$work/screen"
    if [ "$(wc -l <"$work/screen")" -gt 30 ] || grep -v '^  aicalc' "$work/screen" | grep -q '.\{81\}'; then
        echo "more than 30 lines or 80 columns: $command" >&2
        echo "$command" >>"$work/too-much"
    fi
    printf '```\n\n'
done | sed '$d'
[ ! -e "$work/too-much" ]
