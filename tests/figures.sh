#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# figures.sh BUILD [PAGE]: what the tests of a build counted in their last run; with PAGE
# (docs/testing.md) it takes the place of what stands between the page's two markers, with the date.
set -eu
log=$1/Testing/Temporary/LastTest.log

counted() {
    awk '
    function first(line,   words) { split(line, words, " "); return words[1] }
    function take(   part) {
        part = name
        sub(/\..*/, "", part)
        if (name ~ /^(cases|cli)\./ && last ~ /^[0-9]+ passed, 0 failed/) {
            sum[part] += first(last)
        } else if (part == "fuzz") {
            sum[part] += first(last)
        } else if (part == "robustness" || name ~ /^unit\.(agreement|json|metamorphic|multiplied_out|properties|train_memory)$/) {
            printf "%-18s %s\n", name, last
        }
    }
    /^[0-9]+\/[0-9]+ Testing: / { name = $3; last = ""; inside = 0; tests++ }
    /^Output:$/ { inside = 1; next }
    /^<end of output>/ { take(); inside = 0; next }
    /^\[ +OK +\]/ { units++ }
    inside && /^[^[-]/ { last = $0 }
    END {
        printf "%-18s %d questions with their answers\n", "cases", sum["cases"]
        printf "%-18s %d checks of scripts\n", "cli", sum["cli"]
        printf "%-18s %d tests of the library\n", "unit", units
        printf "%-18s %d inputs replayed\n", "fuzz", sum["fuzz"]
        printf "%-18s %d\n", "all of ctest", tests
    }' "$log" | sort
}

if [ $# -lt 2 ]; then
    counted
    exit
fi
kept=$(mktemp)
cp -p "$log" "$kept"
wanted=$(cd "$1" && ctest -N | sed -n 's/^Total Tests: //p') # which writes an empty log
cp -p "$kept" "$log"
rm -f "$kept"
if ! counted | grep -q "^all of ctest *$wanted\$"; then
    echo "the last run of ctest was not of all $wanted tests" >&2
    exit 1
fi
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$1/CMakeCache.txt")
{
    sed '/^<!-- counted -->$/q' "$2"
    printf '\nThe last whole run of `ctest`, %s, %s:\n\n```text\n' "$(date -u -r "$log" +%Y-%m-%d)" \
        "$("$compiler" --version | head -n 1)"
    counted
    printf '```\n\n'
    sed -n '/^<!-- end of counted -->$/,$p' "$2"
} >"$2.new"
mv "$2.new" "$2"
