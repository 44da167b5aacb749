#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rules-of-thumb.sh PROGRAM: prints docs/rules-of-thumb.md from docs/rules_of_thumb.tsv: what the field says, the
# command that asks it, and what comes out. Fails where a command does not run or a row has no value.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$program" "$work/aicalc"
PATH=$work:$PATH
export PATH
tab=$(printf '\t')

cat <<'END'
# Rules of thumb

What the field says, asked: each rule with what it claims, the command that asks it, the rows that decide, and who is
right. Written by `sh docs/rules-of-thumb.sh PROGRAM` from `docs/rules_of_thumb.tsv`, which fails where a command does
not run or a row has no value; a test compares it.

END
sed 1d rules_of_thumb.tsv | cut -f5 | sort | uniq -c | awk '
    { count[$2] = $1 }
    END { printf "Of %d rules %d are right, %d rough, %d depend on what is not said, and %d are wrong.\n",
              count["right"] + count["rough"] + count["depends"] + count["wrong"],
              count["right"], count["rough"], count["depends"], count["wrong"] }'
sed 1d rules_of_thumb.tsv | while IFS=$tab read -r rule claimed command rows verdict why; do
    printf '\n## %s: %s\n\nClaimed: %s. %s.\n\n```console\n$ %s --fields %s\n' \
        "$rule" "$verdict" "$claimed" "$(printf '%s' "$why" | sed 's/^./\U&/')" "$command" "$rows"
    if ! COLUMNS=100 sh -c "$command --no-config --fields $rows" >"$work/screen" 2>"$work/errors"; then
        echo "$command: $(cat "$work/errors")" >&2
        echo "$command" >>"$work/wrong"
    fi
    for row in $(printf '%s' "$rows" | tr ',' ' '); do
        if ! grep "^  $row  *[^ ]" "$work/screen" | sed 's/^  //'; then
            echo "$command: no value of $row" >&2
            echo "$command" >>"$work/wrong"
        fi
    done
    printf '```\n'
done
[ ! -e "$work/wrong" ]
