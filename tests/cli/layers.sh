# SPDX-License-Identifier: Apache-2.0
# No two files call each other in a circle, and no folder calls one above it: what each object
# file uses, asked of the linker's symbols. sh layers.sh OBJECT...
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

command -v nm >/dev/null && command -v tsort >/dev/null || exit 77

# "FILE SYMBOL TYPE" of all that is seen from outside a file
nm -A -g -P "$@" | awk 'match($0, /[.]o(bj)?: /) {
        file = substr($0, 1, RSTART - 1)
        sub(/.*[.]dir\//, "", file)
        split(substr($0, RSTART + RLENGTH), symbol, " ")
        print file, symbol[1], symbol[2]
    }' >"$work/symbols"

# "USER FILE" for each file that another uses
awk '$3 != "U" { definer[$2] = $1; next }
    { user[NR] = $1; wanted[NR] = $2 }
    END {
        for (i in user)
            if (wanted[i] in definer && definer[wanted[i]] != user[i])
                print user[i], definer[wanted[i]]
    }' "$work/symbols" | sort -u >"$work/uses"
uses=$(wc -l <"$work/uses")
if [ "$uses" -lt 100 ]; then
    echo "only $uses calls between files found: the symbols were not understood"
    exit 1
fi

failed=0
if ! tsort <"$work/uses" >/dev/null 2>"$work/circles"; then
    sed 's/.*loop.*/files that call each other in a circle:/; s/^tsort: /  /' "$work/circles"
    failed=1
fi

# Lowest first, as docs/architecture.md has them.
awk 'BEGIN {
        count = split("core engine calculators catalog analysis cli", folders)
        for (i = 1; i <= count; i++) level[folders[i]] = i
    }
    {
        split($1, from, "/"); split($2, to, "/")
        if (from[1] == "src" && to[1] == "src" && level[from[2]] < level[to[2]]) {
            print $1 " calls " $2 ", which is above it"
            found = 1
        }
    }
    END { exit found }' "$work/uses" || failed=1
exit $failed
