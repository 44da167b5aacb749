#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutation.sh [COUNT [SEED [DIRECTORY]]]: do the tests notice a wrong equation?
#
# Takes COUNT places of src/calculators at random (all with COUNT 0), changes one operator, comparison or
# constant at a time in a copy of the project, and counts the changes that the cases or the unit
# tests catch. AICALC_MUTANTS names a file of places to take instead. Survivors are printed: each
# is a gap of the tests, or a change without effect. Fails where fewer than four of five are caught.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
count=${1:-100}
seed=${2:-1}
base=${3:-$project/build-test/mutation}
copy=$base/project
build=$base/build

mkdir -p "$base"
rm -rf "$copy"
mkdir "$copy"
# -m: new times, so that no object of an earlier run stays.
(cd "$project" && tar cf - --exclude=./.git --exclude='./build*' .) | (cd "$copy" && tar xmf -)

# Places as FILE:LINE:COLUMN:LENGTH:REPLACEMENT. Comments, strings, ranges and includes are
# not among them.
places() {
    (cd "$copy/src/calculators" && awk '
        function offer(at, length_, text) {
            print FILENAME ":" FNR ":" at ":" length_ ":" text
        }
        BEGIN {
            split(" + | - | * | / | < | <= | > | >= | == | != | && | || |fmin(|fmax(|aic_up(|aic_down(|min(|max(|up(|down(", from, "|")
            n = 0
            pair(" + ", " - "); pair(" - ", " + "); pair(" * ", " / "); pair(" / ", " * ")
            pair(" < ", " <= "); pair(" <= ", " < "); pair(" > ", " >= "); pair(" >= ", " > ")
            pair(" == ", " != "); pair(" != ", " == "); pair(" && ", " || "); pair(" || ", " && ")
            pair("fmin(", "fmax("); pair("fmax(", "fmin("); pair("aic_up(", "aic_down(")
            pair("aic_down(", "aic_up("); pair(" min(", " max("); pair(" max(", " min(");
            pair(" up(", " down("); pair(" down(", " up("); pair(" ? ", " ? !")
        }
        function pair(a, b) { old[n] = a; new[n] = b; n++ }
        # A line of rows with strings and attributes blanked out, every other sign in its place.
        function without_words(text,   at) {
            while (match(text, /"[^"]*"|AT_[A-Z]+\([^()]*\)|FLAGS\([^()]*\)/)) {
                at = substr(text, RSTART, RLENGTH)
                gsub(/./, "~", at)
                text = substr(text, 1, RSTART - 1) at substr(text, RSTART + RLENGTH)
            }
            return text
        }
        FNR == 1 { comment = 0 }
        {
            line = $0
            if (comment) { if (line ~ /\*\//) comment = 0; next }
            if (line ~ /^ *\/\*/) { if (line !~ /\*\//) comment = 1; next }
            if (line ~ /\/\*/ && line !~ /\*\//) { comment = 1 }
            sub(/\/\*.*$/, "", line)
            rows = FILENAME ~ /\.inc$/
            if (rows) line = without_words(line)
            named = line ~ /^static const (double|int|size_t) [a-z_]+ = / ||
                    line ~ /^#define [A-Z_]+ +[0-9(]/
            if (!named && !rows && (line ~ /["#]/ || line ~ /for \(/ || line ~ /^ *(\.|\{)/ ||
                line ~ /^(static )?(const )?(struct|enum|bool|double|void|int|size_t)/)) next
            for (i = 0; i < n - 1; i++) {
                rest = line; offset = 0
                while ((at = index(rest, old[i])) > 0) {
                    offer(offset + at, length(old[i]), new[i])
                    offset += at + length(old[i]) - 1
                    rest = substr(rest, at + length(old[i]))
                }
            }
            rest = line; offset = 0
            while (match(rest, /[^A-Za-z0-9_.\[][0-9][0-9.]*(e[0-9-]+)?/)) {
                number = substr(rest, RSTART + 1, RLENGTH - 1)
                after = substr(rest, RSTART + RLENGTH, 1)
                if (after !~ /[A-Za-z_\]]/) offer(offset + RSTART + 1, length(number), "(" number " + 1)")
                offset += RSTART + RLENGTH - 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }' $(find . -name '*.c' -o -name '*.inc' | sed 's#^[.]/##' | sort))
}

places | awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' | sort |
    cut -d' ' -f2- >"$base/places"
total=$(wc -l <"$base/places")
[ "$count" -eq 0 ] || head -n "$count" "$base/places" >"$base/chosen"
[ "$count" -ne 0 ] || cp "$base/places" "$base/chosen"
[ -z "${AICALC_MUTANTS:-}" ] || cp "$AICALC_MUTANTS" "$base/chosen" # a list of places

cmake -S "$copy" -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 -DAICALC_HARDEN=OFF \
    >"$base/log" 2>&1
targets="aicalc_cli run_cases test_properties test_tables golden sums"
compile() {
    # shellcheck disable=SC2086 # a list of words
    cmake --build "$build" -j 2 --target $targets >>"$base/log" 2>&1
}

# cases_fail FILE...: true if any file of cases fails.
cases_fail() {
    for cases in "$@"; do
        [ -f "$cases" ] || continue
        timeout 600 "$build/tests/run_cases" "$build/aicalc" "$copy/tests/data/hf_configs" "$cases" \
            >/dev/null 2>&1 || return 0
    done
    return 1
}

# fails COMMAND...: true if a test fails, or does not end.
fails() {
    ! timeout 900 "$@" >/dev/null 2>&1
}

# noticed CASES-FILE...: true if any test fails. The nearest cases and the quick tests go first.
noticed() {
    export AICALC_TEST_QUESTIONS=300
    cases_fail "$@" && return 0
    fails "$build/tests/robustness/golden" "$copy/tests/robustness/golden.txt" && return 0
    fails "$build/tests/robustness/sums" "$copy/tests/robustness/sums.txt" --quick && return 0
    cases_fail "$copy"/tests/cases/*.json && return 0
    fails "$build/tests/test_tables" && return 0
    fails "$build/tests/robustness/test_properties" && return 0
    fails "$build/tests/robustness/sums" "$copy/tests/robustness/sums.txt" && return 0
    return 1
}

compile || { tail -n 20 "$base/log"; exit 2; }
if noticed; then
    echo "the tests fail before anything is changed"
    exit 2
fi

caught=0
survived=0
refused=0
while IFS=: read -r file line column length text; do
    source=$copy/src/calculators/$file
    cp "$source" "$base/kept"
    awk -v n="$line" -v at="$column" -v size="$length" -v text="$text" '
        NR == n { $0 = substr($0, 1, at - 1) text substr($0, at + size) } { print }' \
        "$base/kept" >"$source"
    name=$(echo "${file%%/*}" | tr _ -)
    if ! compile; then
        refused=$((refused + 1))
    elif noticed "$copy/tests/cases/$name.json"; then
        caught=$((caught + 1))
    else
        survived=$((survived + 1))
        echo "survived: $file:$line: $(sed -n "${line}p" "$base/kept" | sed 's/^ *//') -> $text"
    fi
    cp "$base/kept" "$source"
done <"$base/chosen"
echo "$total places, $((caught + survived)) changes tried, $refused did not compile," \
    "$caught caught, $survived survived:" \
    "$(awk -v c="$caught" -v s="$survived" 'BEGIN { printf "%.1f %%", 100 * c / (c + s) }')"
[ $((5 * caught)) -ge $((4 * (caught + survived))) ]
