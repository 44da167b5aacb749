#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# figures.sh BUILD: what the tests of a build counted in their last run, for docs/testing.md.
set -eu
awk '
    function first(line,   words) { split(line, words, " "); return words[1] }
    function take(   part) {
        part = name
        sub(/\..*/, "", part)
        if (name ~ /^(cases|cli|comma)\./ && last ~ /^[0-9]+ passed, 0 failed/) {
            sum[part == "comma" ? "comma" : part] += first(last)
        } else if (part == "fuzz") {
            sum[part] += first(last)
        } else if (part == "robustness" || name ~ /^unit\.(json|properties|train_memory)$/) {
            printf "%-18s %s\n", name, last
        }
    }
    /^[0-9]+\/[0-9]+ Testing: / { name = $3; last = ""; inside = 0; tests++ }
    /^Output:$/ { inside = 1; next }
    /^<end of output>/ { take(); inside = 0; next }
    /^\[ +OK +\]/ { units++ }
    inside && /^[^[-]/ { last = $0 }
    END {
        printf "%-18s %d questions with their answers, %d of them again in a comma locale\n",
            "cases", sum["cases"], sum["comma"] - sum["cli"]
        printf "%-18s %d checks of scripts, and again in a comma locale\n", "cli", sum["cli"]
        printf "%-18s %d tests of the library\n", "unit", units
        printf "%-18s %d inputs replayed\n", "fuzz", sum["fuzz"]
        printf "%-18s %d\n", "all of ctest", tests
    }' "$1/Testing/Temporary/LastTest.log" | sort
