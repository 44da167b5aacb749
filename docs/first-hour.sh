#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# first-hour.sh PROGRAM: prints docs/first-hour.md: the questions of tests/data/first-hour.txt, what a
# person types first, and the first lines of the screen. Fails where a question is wrong for the program
# (exit code 2 and above), or its screen has more than 30 lines, or lines of more than 80 columns that are
# no commands to paste; plans and tables of cases may be longer.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$program" "$work/aicalc"
PATH=$work:$PATH
export PATH
cat <<'END'
# A first hour

Five people, ten questions each: what each types first, and how the screen begins. Try them in this order; what
to read on a screen stands above each ten. All of it is written by `sh docs/first-hour.sh PROGRAM` from
`tests/data/first-hour.txt`, and a test asks every question again.

END
complain() {
    echo "$1: $command" >&2
    echo "$command" >>"$work/wrong"
}

# Asks a question, and shows its screen up to the first empty line.
ask() {
    code=0
    sh -c "$command" >"$work/screen" 2>&1 || code=$?
    [ "$code" -le 1 ] || complain "exit code $code"
    case $command in
    *" plan "* | *" service "* | *--sweep* | *catalog* | *" storage fsx "*) ;;
    *) [ "$(wc -l <"$work/screen")" -le 30 ] || complain "more than 30 lines" ;;
    esac
    if grep -v '^  aicalc' "$work/screen" | grep -q '.\{81\}'; then
        complain "more than 80 columns"
    fi
    printf '**%s**\n\n```console\n$ %s\n' "$question" "$command"
    awk 'NF == 0 && shown { exit } NF { shown = 1; print }' "$work/screen"
    printf '```\n\n'
}

grep -v '^#' tests/data/first-hour.txt | while read -r line; do
    case $line in
    "@ "*) printf '## %s\n\n' "${line#@ }" ;;
    "> "*) printf '%s\n\n' "${line#> }" | fold -s -w 110 | sed 's/ *$//' ;;
    aicalc*)
        command=$line
        ask
        ;;
    *) question=$line ;;
    esac
done | sed '$d'
[ ! -e "$work/wrong" ]
