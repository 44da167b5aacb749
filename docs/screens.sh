#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# screens.sh PROGRAM: prints docs/screens.md: how many lines each example of the help prints. Fails
# where a first screen has more than 30 lines or a line of more than 80 columns; --explain and files
# for machines print what they are asked for. A composition has some lines a part, a part alone all.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=$(realpath "$1")
screens=$(realpath "$(dirname "$0")/../tests/data/screens-1.0.0.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/folder"
ln -s "$program" "$work/bin/aicalc"
PATH=$work/bin:$PATH
export PATH
cd "$work/folder"
cat <<'END'
# First screens

Lines and columns that each example of the help prints by default, on a terminal of 80 columns. Written
by `sh docs/screens.sh PROGRAM`, which fails where a screen has more than 30 lines (60 of what has
parts; a part alone shows all that it has) or 80 columns, but for a command to paste; a test compares it. Examples with `--explain` or with a format for machines print what they are asked for and
are not listed.

END
calculators=$(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
printf '| example | lines | columns |\n|---|--:|--:|\n'
for calculator in $calculators; do
    most=30
    aicalc help "$calculator" >help
    if grep -q '^Parts,' help; then
        most=60
    fi
    sed -n 's/^  \(aicalc .*\)/\1/p' help | grep -v -e '--explain' -e ' -o [a-z]*$' |
        while IFS= read -r command; do
            sh -c "$command" >screen 2>&1 </dev/null || [ $? -eq 1 ] # 1: a budget is exceeded
            lines=$(wc -l <screen)
            # A command to paste is one line however long.
            columns=$(awk '!/^  aicalc / { if (length($0) > most) most = length($0) } END { print most }' screen)
            printf '| `%s` | %d | %d |\n' "$command" "$lines" "$columns"
            limit=$most
            case $command in *' --part '*) limit=$lines ;; esac # a part alone shows all
            if [ "$lines" -gt "$limit" ] || [ "$columns" -gt 80 ]; then
                echo "more than $most lines or 80 columns: $command" >&2
                echo "$command" >>"$work/too-much"
            fi
        done
done
cat <<'END'

## Before and after

The same five questions, asked of 1.0.0 (whose screens are kept in `tests/data/screens-1.0.0.txt`) and now.
END
screen_now() {
    if [ -n "$command" ]; then
        printf '```\n\nNow:\n\n```console\n$ %s\n' "$command"
        sh -c "$command" 2>&1 || true
        printf '```\n'
    fi
    command=
}
command=
while IFS= read -r line; do
    case $line in
    "@ "*)
        screen_now
        printf '\n### %s\n\n' "${line#@ }"
        ;;
    "> "*) printf '%s\n\n' "${line#> }" | fold -s -w 110 | sed 's/ *$//' ;;
    "$ "*)
        command=${line#$ }
        printf '1.0.0:\n\n```console\n%s\n' "$line"
        ;;
    "|"*) printf '%s\n' "$line" | sed 's/^| \{0,1\}//' ;;
    esac
done <"$screens"
screen_now
[ ! -e "$work/too-much" ]
