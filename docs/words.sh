#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# words.sh PROGRAM: prints docs/words.md: the words of the field, their other spellings, the entries of the catalog
# that have their name, and the calculator that sizes what they stand for.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=$(realpath "$1")
cd "$(dirname "$0")/.."
tab=$(printf '\t')

# entries WORD: at most three entries that have it, with their kind, and how many more.
entries() {
    for kind in tiers fabrics nodes gpus drives; do
        "$program" catalog "$kind" "$1" --no-config -o csv 2>/dev/null | sed '1d; s/,.*//; s/"//g' |
            awk -v kind="$kind" 'NR <= 3 { names = names (NR > 1 ? ", " : "") "`" $0 "`" }
                END { if (NR) printf "%s %s%s; ", kind, names, (NR > 3) ? (" and " (NR - 3) " more") : "" }'
    done
}

cat <<'END'
# Words of the field

What a name that people use gives here: the entries of the catalog that have it, and the calculator that sizes it.
`aicalc explain WORD` tells the meaning of each, by any of its spellings, with a command to start from. Written by
`sh docs/words.sh PROGRAM`; a test compares it.

| word | also | entries | sized by |
|---|---|---|---|
END
sed 1d src/cli/views/explain/words.tsv | while IFS=$tab read -r word also _ see; do
    calculator=$(printf '%s' "$see" | cut -d' ' -f2)
    printf '| %s | %s | %s | `%s` |\n' "$word" "$also" "$(entries "$word" | sed 's/; $//')" "$calculator"
done
