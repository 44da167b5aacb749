# SPDX-License-Identifier: Apache-2.0
# No two files call each other in a circle, nor two folders of the program, and no folder calls one above
# it: what each object file uses, asked of the linker's symbols. sh layers.sh OBJECT...
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

command -v nm >/dev/null && command -v tsort >/dev/null || exit 77

# "FILE SYMBOL TYPE" of all that is seen from outside a file
nm -A -g -P "$@" | awk 'match($0, /[.]o(bj)?: /) {
        file = substr($0, 1, RSTART - 1)
        sub(/.*[.]dir\/([.]\/)?/, "", file)
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

# Lowest first, as docs/architecture.md has them; a folder of the program stands for those in it.
awk 'BEGIN {
        count = split("core engine calculators catalog launch analysis " \
            "cli/io cli/formats cli/options cli/views cli/query cli/sweep cli/ask cli/commands cli/mcp cli/main.c",
            folders)
        for (i = 1; i <= count; i++) level[folders[i]] = i
    }
    function room(part) {
        return part[2] == "cli" ? part[2] "/" part[3] : part[2]
    }
    {
        split($1, from, "/"); split($2, to, "/")
        if (from[1] != "src" || to[1] != "src") next
        if (!level[room(from)]) {
            print $1 " is in no layer"
            found = 1
        } else if (level[room(from)] < level[room(to)]) {
            print $1 " calls " $2 ", which is above it"
            found = 1
        }
    }
    END { exit found }' "$work/uses" || failed=1

# The folders of the program, each by itself: views/answer, formats/svg.
awk '/^src\/cli.* src\/cli/ {
        sub(/\/[^\/]*$/, "", $1); sub(/\/[^\/]*$/, "", $2)
        if ($1 != $2) print $1, $2
    }' "$work/uses" | sort -u >"$work/folders"
if ! tsort <"$work/folders" >/dev/null 2>"$work/circles"; then
    sed 's/.*loop.*/folders that call each other in a circle:/; s/^tsort: /  /' "$work/circles"
    failed=1
fi
exit $failed
