#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare.sh REVISION [CALCULATOR [QUESTIONS [DIRECTORY]]]: which answers differ from those of an
# older version. Asks the library at REVISION random questions, and the library as it stands the same
# ones, and names for each question each result that differs, with its old and new value, unit and
# basis. Exit code 1 where something differs.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
revision=${1:?compare.sh REVISION [CALCULATOR [QUESTIONS [DIRECTORY]]]}
calculator=${2:-}
questions=${3:-3000}
base=${4:-$project/build-test/compare}
jobs=$(nproc 2>/dev/null || echo 2)
rm -rf "$base/old"
mkdir -p "$base/old"
(cd "$project" && git archive "$revision") | tar xf - -C "$base/old"

# answers TREE NAME QUESTIONS...: builds the library of TREE and asks it; its own tests draw the questions.
answers() {
    tree=$1
    name=$2
    shift 2
    cmake -S "$tree" -B "$base/$name-build" -DCMAKE_BUILD_TYPE=Release -DAICALC_INSTALL=OFF \
        -DAICALC_TESTS=OFF >"$base/$name.log" 2>&1 || { cat "$base/$name.log"; exit 2; }
    cmake --build "$base/$name-build" -j "$jobs" --target aicalc >>"$base/$name.log" 2>&1 ||
        { tail -n 20 "$base/$name.log"; exit 2; }
    tests=$tree/tests/robustness
    cc -O1 -D_POSIX_C_SOURCE=200809L -I"$tree/include" "$tests/answers.c" "$tests/walk.c" \
        "$tests/print.c" "$base/$name-build/libaicalc.a" -lcjson -lm -o "$base/$name"
    "$base/$name" "$@" >"$base/$name.txt"
}
# shellcheck disable=SC2086 # no word where there is no name
answers "$base/old" old-answers "$questions" $calculator
grep '^aicalc ' "$base/old-answers.txt" >"$base/questions.txt"
answers "$project" new-answers - <"$base/questions.txt"

awk '
    function name_of(line,   words) { split(line, words, " "); return words[1] == "!" ? line : words[1] }
    function flush(   n) {
        for (n in old) if (!(n in new)) report(n, old[n], "  nothing")
        for (n in new) {
            if (!(n in old)) report(n, "  nothing", new[n])
            else if (old[n] != new[n]) report(n, old[n], new[n])
        }
    }
    function report(n, was, is) {
        if (shown != question) print question
        shown = question
        print "  was: " was "\n  is:  " is
        differ++
    }
    # The answers of one file at a time: those of the first are kept by question and name.
    FNR == 1 { file++ }
    /^aicalc / { asked[file]++ }
    file == 1 {
        if (/^aicalc /) { question = $0; lines[question] = "" }
        else lines[question] = lines[question] $0 "\n"
        next
    }
    /^aicalc / {
        if (question2 != "") { question = question2; take(); flush() }
        question2 = $0
        delete new
        next
    }
    { new[name_of($0)] = $0 }
    function take(   n, i, part) {
        delete old
        n = split(lines[question], part, "\n")
        for (i = 1; i < n; i++) old[name_of(part[i])] = part[i]
    }
    END {
        if (question2 != "") { question = question2; take(); flush() }
        print asked[2] + 0 " questions, " differ + 0 " results differ"
        exit differ > 0
    }' "$base/old-answers.txt" "$base/new-answers.txt"
