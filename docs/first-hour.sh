#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# first-hour.sh PROGRAM: prints docs/first-hour.md: the questions of tests/data/first-hour.txt, what a
# person types first, and what the screen shows.
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
`sh docs/first-hour.sh PROGRAM` from `tests/data/first-hour.txt`; a test compares it, and holds that
each screen has at most 30 lines of at most 80 columns.

END
grep -v '^#' tests/data/first-hour.txt | while read -r question && read -r command; do
    printf '## %s\n\n```console\n$ %s\n' "$question" "$command"
    sh -c "$command" 2>&1 || true
    printf '```\n\n'
done | sed '$d'
