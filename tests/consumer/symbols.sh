#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# symbols.sh LIBRARY PROJECT COMPILER: the shared library exports what include/aicalc declares,
# no more and no less. Names that are exported: what a host may call, and what a new version may
# not take away.
set -eu
library=$1
project=$(cd "$2" && pwd)
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v nm >/dev/null 2>&1 || exit 77

nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$work/exported"
for header in "$project"/include/aicalc/*.h; do
    echo "#include \"$header\""
done >"$work/all.c"
# Declarations without comments, of these headers alone, each on a line of its own; bodies are left out.
"$compiler" -E -I"$project/include" "$work/all.c" >"$work/all.i"
awk '
    /^# / { ours = index($3, "/include/aicalc/"); next }
    /^#/ { next } # visibility
    ours { text = text " " $0 }
    END {
        while (match(text, /[{][^{}]*[}]/)) {
            text = substr(text, 1, RSTART - 1) ";" substr(text, RSTART + RLENGTH)
        }
        gsub(/;/, "\n", text)
        print text
    }' "$work/all.i" | grep -Ev '^ *(typedef|static) ' |
    sed -n -e 's/^[^(]*[ *]\(aic_[a-z0-9_]*\)(.*/\1/p' \
        -e 's/^ *extern const .*[ *]\(aic_[a-z0-9_]*\)\(\[[^]]*\]\)*$/\1/p' | sort -u >"$work/declared"

failed=0
# tell WORDS COLUMN: the names that only one of the lists has.
tell() {
    names=$(comm "$2" "$work/exported" "$work/declared")
    if [ -n "$names" ]; then
        echo "FAIL $1:" $names
        failed=1
    fi
}
tell "exported, but no public header declares them" -23
tell "declared, but not exported (visibility of their header, or no such function)" -13
count=$(wc -l <"$work/exported")
[ "$count" -ge 200 ] || { echo "FAIL only $count names are exported"; failed=1; }
[ "$failed" -eq 0 ] || exit 1
echo "$count exported names, each declared in a public header"
