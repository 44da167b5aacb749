#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutation.sh [COUNT [SEED [DIRECTORY [ROOM...]]]]: do the tests notice a wrong line?
# mutation.sh entries: is every entry of mutation_equivalent.txt a change that can be made?
#
# Takes COUNT places at random (all with COUNT 0), changes one operator, comparison or
# constant at a time in a copy of the project, and counts the changes that the tests catch. Places are of the
# ROOMs, by default all: calculators, core, engine, catalog, analysis, launch, cli, and reach, the page's scripts and
# the module for Python. The page is tried where AICALC_REACH, by default the project, is a folder in which
# `tests/reach.sh web` was run; without one its places are left out.
# AICALC_MUTANTS names a file of places to take instead. AICALC_JOBS, by default as many as there are cores, share the
# places, each with a copy and a build of its own in DIRECTORY. Each change is printed with the test that
# caught it. Survivors stand in DIRECTORY/survivors too, as places: each is a gap of the tests, or a change
# without effect. Those of which that is proved stand in mutation_equivalent.txt; they are tried as well,
# and the score is of the others. A change of which the compiler makes the same objects is counted by itself.
# Fails where the score is below 95 of 100, or where a change is caught that an entry says has no effect.
#
# A change is asked about by the sharpest tests first. One of src/calculators by those of the calculators that it
# can reach only: what the linker's symbols say uses the objects that it changes. One of another room by the unit tests
# to which the same symbols lead, the nearest first, then by what is named as its file or folder is, then by all.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
count=${1:-100}
seed=${2:-1}
base=${3:-$project/build-test/mutation}
copy=$base/project
build=$base/build
reach=${AICALC_REACH:-$project}
module=$reach/build-wasm/npm/aicalc.wasm
native=$reach/${AICALC_BUILD_DIR:-build-test}/gcc/aicalc # as tests/reach.sh chooses
[ -x "$native" ] || native=$reach/build-reach/aicalc
rooms="calculators core engine catalog analysis launch cli reach"
jobs=${AICALC_JOBS:-$(nproc 2>/dev/null || echo 2)}
[ $# -le 3 ] || { shift 3; rooms=$*; }
equivalent=$project/tests/mutation_equivalent.txt

# files ROOM...: what they are made of, but for what this machine does not build (other systems) and does not test
# (what makes the page).
files() {
    for room in "$@"; do
        case $room in
        reach) [ ! -f "$module" ] || find src/web -name '*.mjs' ! -name build.mjs
            echo python/aicalc.py ;;
        *) find "src/$room" \( -name '*.c' -o -name '*.inc' \) ! -path '*/io/w*' ;;
        esac
    done | sort
}

# Places as FILE:LINE:COLUMN:LENGTH:REPLACEMENT. Comments, strings, ranges, includes and sizes of buffers are
# not among them, nor the border of "a > b ? a : b": of two that are equal either is the larger.
places() { # ROOM...
    # shellcheck disable=SC2046 # names of files
    (cd "$project" && awk '
        function offer(at, length_, text) {
            print FILENAME ":" FNR ":" at ":" length_ ":" text
        }
        BEGIN {
            n = 0
            pair(" + ", " - "); pair(" - ", " + "); pair(" * ", " / "); pair(" / ", " * ")
            pair(" < ", " <= "); pair(" <= ", " < "); pair(" > ", " >= "); pair(" >= ", " > ")
            pair(" == ", " != "); pair(" != ", " == "); pair(" && ", " || "); pair(" || ", " && ")
            pair("fmin(", "fmax("); pair("fmax(", "fmin("); pair("aic_up(", "aic_down(")
            pair("aic_down(", "aic_up("); pair(" min(", " max("); pair(" max(", " min(");
            pair(" up(", " down("); pair(" down(", " up(")
            pair(" === ", " !== "); pair(" !== ", " === "); pair(" and ", " or "); pair(" or ", " and ")
            pair(" is not None", " is None"); pair(" is None", " is not None")
        }
        function pair(a, b) { old[n] = a; new[n] = b; n++ }
        # Whether "BEFORE > AFTER" is the larger or smaller of the two.
        function is_limit(before, after,   other, yes, no) {
            if (!match(after, / \? /)) return 0
            other = substr(after, 1, RSTART - 1)
            after = substr(after, RSTART + 3)
            if (!match(after, / : /)) return 0
            yes = substr(after, 1, RSTART - 1)
            no = substr(after, RSTART + 3)
            sub(/[;,)].*$/, "", no)
            return other == no && ends_in(before, yes) || other == yes && ends_in(before, no)
        }
        function ends_in(text, end,   at) {
            at = length(text) - length(end)
            return end != "" && substr(text, at + 1) == end && (at == 0 || substr(text, at, 1) ~ /[ (]/)
        }
        # A line of rows with strings and attributes blanked out, every other sign in its place.
        function without_words(text,   at) {
            while (match(text, /"[^"]*"|\047[^\047]*\047|`[^`]*`|AT_[A-Z]+\([^()]*\)|FLAGS\([^()]*\)/)) {
                at = substr(text, RSTART, RLENGTH)
                gsub(/./, "~", at)
                text = substr(text, 1, RSTART - 1) at substr(text, RSTART + RLENGTH)
            }
            return text
        }
        FNR == 1 { comment = docstring = 0 }
        {
            line = $0
            script = FILENAME ~ /[.](mjs|py)$/
            if (script && gsub(/"""/, "", line) == 1) { docstring = !docstring; next }
            if (script && (docstring || line ~ /^ *(#|\/\/|import |from |def |class )/)) next
            if (comment) { if (line ~ /\*\//) comment = 0; next }
            if (line ~ /^ *\/\*/) { if (line !~ /\*\//) comment = 1; next }
            if (line ~ /\/\*/ && line !~ /\*\//) { comment = 1 }
            sub(/\/\*.*$/, "", line)
            rows = FILENAME ~ /\.inc$/
            if (rows && line ~ /^#(if|define [A-Z]+_PART)/) next # which rows, not what they say
            if (rows || script) line = without_words(line)
            if (line ~ /^#define [A-Z_]*(MAX|SIZE|LENGTH|ROOM|CAPACITY)[A-Z_]* |^ *[A-Z_]+ = [0-9]+,?$/) next
            if (line ~ /[^a-z_][mcre]+alloc\(| aic_(arena|launch|pool)_take\(| capacity = /) next
            if (line ~ /^ +(static )?(const )?(bool|char|double|int|size_t|struct [a-z_]+|uint[0-9]+_t) [^=]*\[[^=]*\]; *$/) next
            named = line ~ /^static const (double|int|size_t) [a-z_]+ = / ||
                    line ~ /^#define [A-Z_]+ +[0-9(]/
            if (!named && !rows && !script && (line ~ /["#]/ || line ~ /for \(/ || line ~ /^ *(\.|\{)/ ||
                line ~ /^(static )?(const )?(struct|enum|bool|double|void|int|size_t)/)) next
            for (i = 0; i < n; i++) {
                rest = line; offset = 0
                while ((at = index(rest, old[i])) > 0) {
                    if (old[i] !~ /[<>]/ || !is_limit(substr(line, 1, offset + at - 1), substr(rest, at + length(old[i]))))
                        offer(offset + at, length(old[i]), new[i])
                    offset += at + length(old[i]) - 1
                    rest = substr(rest, at + length(old[i]))
                }
            }
            rest = line; offset = 0
            while (match(rest, /[^A-Za-z0-9_.\[\\\047][0-9][0-9.]*(e[0-9-]+)?/)) {
                number = substr(rest, RSTART + 1, RLENGTH - 1)
                after = substr(rest, RSTART + RLENGTH, 1)
                if (after !~ /[A-Za-z_\]]/) offer(offset + RSTART + 1, length(number), "(" number " + 1)")
                offset += RSTART + RLENGTH - 1
                rest = substr(rest, RSTART + RLENGTH)
            }
        }' $(files "$@"))
}

# Of each place on standard input what an entry begins with: FILE: COLUMN: LINE -> REPLACEMENT, the line
# without its indentation and the column within that, so that it stays true where other lines change.
keys() {
    awk -v sources="$project" '
        {
            split($0, part, ":")
            file = part[1]
            text = $0
            for (i = 0; i < 4; i++) sub(/^[^:]*:/, "", text)
            while ((getline line <(sources "/" file)) > 0) source[file, ++count[file]] = line
            line = source[file, part[2]]
            trimmed = line
            sub(/^ +/, "", trimmed)
            print file ": " part[3] - length(line) + length(trimmed) ": " trimmed " -> " text
        }'
}

# Entries that are no changes of a place, or have no reason.
misfits() {
    places calculators core engine catalog analysis launch cli reach | keys | awk -v equivalent="$equivalent" '
        { key[$0] = 1 }
        END {
            while ((getline line <equivalent) > 0) {
                if (line ~ /^#/ || line == "") continue
                at = match(line, / # [A-Za-z0-9]/)
                if (!at || !(substr(line, 1, at - 1) in key)) print line
            }
        }'
}

wrong=$(misfits)
[ -z "$wrong" ] || { echo "$equivalent: no such change, or no reason: $wrong"; exit 2; }
[ "$count" != entries ] || exit 0

mkdir -p "$base"
# shellcheck disable=SC2086 # a list of words
places $rooms | awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' | sort |
    cut -d' ' -f2- >"$base/places"
total=$(wc -l <"$base/places")
[ "$count" -eq 0 ] || head -n "$count" "$base/places" >"$base/chosen"
[ "$count" -ne 0 ] || cp "$base/places" "$base/chosen"
[ -z "${AICALC_MUTANTS:-}" ] || cp "$AICALC_MUTANTS" "$base/chosen" # a list of places

# summary: what became of the places, by rooms.
summary() {
    echo "$total places in all"
    awk '
        function share(who,   others) {
            others = tried[who] - known[who]
            return sprintf("%-16s %4d tried %4d caught %3d without effect, score %6.1f %%", who, tried[who],
                           caught[who], known[who], others ? 100 * caught[who] / others : 100)
        }
        /^refused/ { refused++; next }
        /^same objects/ { same++; next }
        /^the entry is wrong/ { wrong++; next }
        {
            place = $0
            sub(/^survived: |^without effect: |^caught by [^:]*: /, "", place)
            sub(/^src\/web|^python/, "reach/", place)
            sub(/^src\//, "", place)
            sub(/\/.*/, "", place)
            tried[place]++; tried["all"]++
            if (/^caught/) { caught[place]++; caught["all"]++ }
            if (/^without effect/) { known[place]++; known["all"]++ }
        }
        END {
            for (who in tried) if (who != "all") print share(who) | "sort"
            close("sort")
            print share("all") "; " refused + 0 " did not compile, " same + 0 " made the same objects"
            if (wrong) print wrong " entries of mutation_equivalent.txt are wrong"
            exit wrong || !(100 * caught["all"] >= 95 * (tried["all"] - known["all"]))
        }' "$base/results"
}

if [ "$jobs" -gt 1 ]; then
    workers=
    for worker in $(seq "$jobs"); do
        awk -v n="$jobs" -v k="$worker" 'NR % n == k - 1' "$base/chosen" >"$base/chosen.$worker"
        # shellcheck disable=SC2086 # a list of words
        AICALC_JOBS=1 AICALC_WORKER=$worker AICALC_MUTANTS=$base/chosen.$worker sh "$0" "$count" "$seed" "$base/$worker" $rooms &
        workers="$workers $!"
    done
    for worker in $workers; do wait "$worker" || exit; done
    for kind in survivors results; do
        for worker in $(seq "$jobs"); do cat "$base/$worker/$kind"; done >"$base/$kind"
    done
    summary
    exit
fi

rm -rf "$copy"
mkdir "$copy"
# -m: new times, so that no object of an earlier run stays.
(cd "$project" && tar cf - --exclude=./.git --exclude='./build*' .) | (cd "$copy" && tar xmf -)

generator=
! command -v ninja >/dev/null 2>&1 || generator="-G Ninja"
# A place outside of an array ends the program: what lies there says nothing.
bounds="-fsanitize=bounds -fsanitize-undefined-trap-on-error"
# shellcheck disable=SC2086 # two words or none
cmake $generator -S "$copy" -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-O1 $bounds" \
    -DAICALC_HARDEN=OFF -DAICALC_TESTS=ON >"$base/log" 2>&1
unit_tests=$(cd "$copy/tests/unit" && echo test_*.c | sed 's/[.]c//g')
# Unit tests in which no calculator takes part, and unit.range, which takes a minute.
left_out='json|number|quantity|range|text|weights'
# Tests that take long, which are asked last of other rooms.
late_tests="test_tables test_composition test_screens test_serve test_layout test_serve_better test_agreement test_multiplied_out
    test_properties test_range test_metamorphic"
# The scripts that see most, the quick ones first, and those that look at the sources, or at a build of their own.
sharp_scripts="output screen explain analysis sweep check names read write ask words html"
not_here='cli[.](browser|completion|container|contributing|documents|mutants|schemas|tools|workflows)|library[.](consumers|configure|debian|symbols)|layers[.].*|robustness[.](licenses|purity)'
# Scripts whose outcome rests on what calculators say; not those that look at the sources.
scripts='analysis|check|compatibility|explain|examples|html|measured|plan|svg|sweep'

compile() { # TARGET...
    cmake --build "$build" -j 1 --target "$@" >>"$base/log" 2>&1
}

# limited SECONDS COMMAND...: each process of it may take that much processor time, which is many times what
# the unchanged program takes: a change that makes it loop is caught, a busy machine catches nothing.
limited() {
    (
        # shellcheck disable=SC3045 # not of POSIX; dash, bash and busybox have it
        ulimit -t "$1"
        shift
        exec "$@" >/dev/null 2>&1
    )
}

# cases_fail FILE...: true if any case fails.
cases_fail() {
    ! limited 20 "$build/tests/run_cases" --first "$build/aicalc" "$copy/tests/data/hf_configs" "$@"
}

# sums_differ SERIES CALCULATOR...: true if any of them answers otherwise.
sums_differ() {
    series=$1
    shift
    for calculator in "$@"; do
        limited 120 "$build/tests/robustness/sums" "$copy/tests/robustness/sums.txt" "$series" \
            "$calculator" || return 0
    done
    return 1
}

tests_fail() {
    # shellcheck disable=SC2086 # a list of words
    compile $unit_tests library_example || return 0
    ! limited 120 ctest --test-dir "$build" --timeout 900 --stop-on-failure \
        -R "^(unit[.]|library[.]example|cli[.]($scripts)\$)" -E "^unit[.]($left_out)\$"
}

# Generated pages of answers: docs/first-hour.md and its like.
pages_differ() {
    for page in storage-options first-hour screens; do
        limited 60 sh "$copy/docs/$page.sh" "$build/aicalc" || return 0
        sh "$copy/docs/$page.sh" "$build/aicalc" 2>/dev/null | cmp -s - "$copy/docs/$page.md" || return 0
    done
    return 1
}

# ctest_fails PATTERN [BUT]: true if a test fails that it chooses.
ctest_fails() {
    ! limited 30 ctest --test-dir "$build" --timeout 900 --stop-on-failure -R "$1" -E "^($not_here${2:+|$2})\$"
}

# unit_fails NAME...: true if a test does, each built when it is its turn.
unit_fails() {
    for name in "$@"; do
        compile "$name" || return 0
        by=$name
        limited 60 "$(find "$build/tests" -maxdepth 2 -name "$name" -type f)" || return 0
    done
    return 1
}

# page_fails: the page of the changed scripts, beside the program that its module was made of.
page_fails() {
    limited 60 node "$copy/src/web/build.mjs" "$module" "$reach/tests/reach/node_modules" \
        "$base/page.html" || return 0
    ln -sfn "$reach/tests/reach/node_modules" "$copy/tests/reach/node_modules"
    (timeout 900 node "$copy/tests/reach/page.mjs" "$native" "$base/page.html" "$reach/build-deps/examples.txt" \
        "$reach/docs/first-hour.md"; echo "not ok with $?") 2>&1 |
        awk '/^not ok with 0$/ { whole = 1; next } /^ *not ok/ { exit 0 } END { exit whole }'
}

# What many commands print is what it was, and what readers say of many texts: each in one process.
outputs_differ() {
    by=outputs
    ! limited 120 "$build/tests/robustness/outputs" "$copy/tests/robustness/outputs.txt" --first
}

readings_differ() {
    by=readings
    compile readings || return 0
    ! limited 120 "$build/tests/robustness/readings" "$copy/tests/robustness/readings.txt" --first
}

# noticed_outside FILE: as noticed(), of a file of another room than calculators.
noticed_outside() {
    stem=$(basename "${1%.*}" | tr _ -)
    named=$(dirname "$1" | sed 's#^src/[a-z]*##; s#/#|#g')\|$stem\|${stem%s}
    case $1 in
    src/web/*) by="the page" && page_fails; return ;;
    python/*) by="its tests" && ctest_fails '^library[.]python$'; return ;;
    src/launch/* | src/catalog/*) readings_differ && return 0 ;;
    src/cli/* | src/analysis/*) outputs_differ && return 0 ;;
    esac
    # shellcheck disable=SC2046 # a list of words
    unit_fails $(tests_near $changed) && return 0
    by="what is named so" && ctest_fails "^(cli|cases)[.](${named#|})\$" && return 0
    [ ! -d "$copy/tests/robustness/corpus/$stem" ] || { by="its corpus" && compile "fuzz_$stem" && ctest_fails "^fuzz[.]$stem\$" && return 0; }
    case $1 in
    src/cli/* | src/analysis/*) ;;
    *) outputs_differ && return 0 ;;
    esac
    compile golden && by=golden && ! limited 60 "$build/tests/robustness/golden" "$copy/tests/robustness/golden.txt" && return 0
    case $1 in
    src/launch/*) by=launches && compile run_launches && ctest_fails '^cases[.]launch$' && return 0 ;;
    esac
    for script in $sharp_scripts; do
        by=cli.$script && ctest_fails "^cli[.]$script\$" && return 0
    done
    by="all cases" && cases_fail "$copy"/tests/cases/c[hl]*.case "$copy"/tests/cases/[!c]*.case && return 0
    compile test_memory && by="failing memory" && ctest_fails '^robustness[.]memory$' && return 0
    by="other scripts" && ctest_fails '^(cli[.]|robustness[.](escapes|pipe)|library[.]python)' \
        "cli[.]($(echo "$sharp_scripts" | tr ' ' '|'))" && return 0
    case $1 in
    src/cli/* | src/launch/* | src/catalog/*) return 1 ;; # which those do not pass
    esac
    # shellcheck disable=SC2086 # a list of words
    AICALC_TEST_QUESTIONS=60 unit_fails $late_tests
}

# noticed CASES-FILE CALCULATOR...: true if any test fails; $by names it. The sharpest go first.
noticed() {
    cases=$1
    shift
    by="its cases" && [ -f "$cases" ] && cases_fail "$cases" && return 0
    compile golden sums || return 2
    by="sums of questions" && sums_differ questions "$@" && return 0
    by="sums of corners" && sums_differ corners "$@" && return 0
    by=golden && ! limited 60 "$build/tests/robustness/golden" "$copy/tests/robustness/golden.txt" &&
        return 0
    by="all cases" && cases_fail "$copy"/tests/cases/*.case && return 0
    by="sums of changes" && sums_differ changes "$@" && return 0
    by=pages && pages_differ && return 0
    by="sums of edges" && sums_differ edges "$@" && return 0
    by="unit tests and scripts" && tests_fail && return 0
    return 1
}

export AICALC_TEST_QUESTIONS=300
# shellcheck disable=SC2086 # a list of words
compile aicalc_cli run_cases golden run_launches outputs readings test_memory aicalc_shared $unit_tests || { tail -n 20 "$base/log"; exit 2; }
everyone=$("$build/aicalc" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
unchanged() {
    case $rooms in
    *reach*) [ ! -f "$module" ] || { by="the page" && page_fails && return 0; } ;;
    esac
    # shellcheck disable=SC2086 # lists of words
    case $rooms in
    *calculators*) noticed "" $everyone ;;
    *) by="all that is asked of other rooms" && ctest_fails "^(cli[.]|cases[.]|robustness[.](escapes|pipe|golden|memory|readings|outputs)|library[.]python)" && return 0
        # shellcheck disable=SC2046 # a list of words
        unit_fails $(echo "$unit_tests" | tr ' ' '\n' | grep -vxE "$(echo $late_tests | tr ' ' '|')") ;;
    esac
}
status=1
[ "${AICALC_WORKER:-1}" -ne 1 ] || { status=0 && unchanged || status=$?; } # one of the workers tries that
if [ "$status" -ne 1 ]; then
    echo "the tests fail before anything is changed: $by; see $base/log"
    exit 2
fi

# The unchanged objects, and "USER DEFINER" for each object that uses another.
objects=$build/CMakeFiles
rm -rf "$base/objects"
mkdir "$base/objects"
cp -Rp "$objects/aicalc.dir" "$objects/aicalc_cli.dir" "$base/objects"
{
    (cd "$base/objects" && find . -name '*.o' | sed 's#^[.]/##' | xargs nm -A -g -P)
    (cd "$build/tests" && find . -name 'test_*.o' | sed 's#^[.]/##' | xargs nm -A -g -P)
} |
    sed 's#^aicalc[_a-z]*[.]dir/##; s/: / /' | awk '
        $3 != "U" { definer[$2] = $1; next }
        { user[NR] = $1; wanted[NR] = $2 }
        END { for (i in user) if (wanted[i] in definer) print user[i], definer[wanted[i]] }' |
    sort -u >"$base/uses"

# users[OBJECT]: the objects that use it, for both walks below.
read_users='
    function read_users(   line, pair) {
        while ((getline line <uses) > 0) {
            split(line, pair, " ")
            users[pair[2]] = users[pair[2]] " " pair[1]
        }
    }'

# reached OBJECT...: the calculators that use them. The lists of all calculators are not followed:
# through them everything is reached from everywhere. What is used from outside of the calculators reaches all.
reached() {
    for object in "$@"; do echo "$object"; done | awk -v uses="$base/uses" -v everyone="$everyone" "$read_users"'
        { todo[++last] = $1; seen[$1] = 1 }
        END {
            read_users()
            for (i = 1; i <= last; i++) {
                all = all || todo[i] !~ /^src\/calculators\/[a-z_]+\//
                if (todo[i] ~ /calculators\/(registry|compositions)[.]c/) continue
                count = split(users[todo[i]], user, " ")
                for (k = 1; k <= count; k++)
                    if (!(user[k] in seen) && user[k] !~ /calculators\/(registry|compositions)[.]c/) {
                        seen[user[k]] = 1
                        todo[++last] = user[k]
                    }
            }
            count = split(everyone, name, /[ \n]+/)
            for (k = 1; k <= count; k++) {
                folder = name[k]
                gsub(/-/, "_", folder)
                own = "src/calculators/" folder "/" folder ".c.o"
                composed = "src/calculators/compositions/" folder ".c.o"
                if (all || own in seen || composed in seen) print name[k]
            }
        }'
}

# tests_near OBJECT...: the unit tests that use one of them, those that need it through the fewest others first; none that
# is far from it or takes long.
tests_near() {
    for object in "$@"; do echo "$object"; done | awk -v uses="$base/uses" -v late=" $(echo $late_tests) " "$read_users"'
        { todo[++last] = $1; far[$1] = 0 }
        END {
            read_users()
            for (i = 1; i <= last; i++) {
                count = split(users[todo[i]], user, " ")
                for (k = 1; k <= count; k++)
                    if (!(user[k] in far) && far[todo[i]] < 3) {
                        far[user[k]] = far[todo[i]] + 1
                        todo[++last] = user[k]
                        name = user[k]
                        if (sub(/^.*\/test_/, "test_", name) && sub(/[.]c[.]o$/, "", name) && !index(late, " " name " ")) print name
                    }
            }
        }'
}

# own_first NAME CALCULATOR...: these, NAME at the head where it is among them.
own_first() {
    first=$1
    shift
    for calculator in "$@"; do [ "$calculator" != "$first" ] || echo "$calculator"; done
    for calculator in "$@"; do [ "$calculator" = "$first" ] || echo "$calculator"; done
}

# try PLACE: one line that tells what became of the change of $source.
try() {
    place=$1
    changed=
    case $file in
    *.c | *.inc)
        compile aicalc_cli || { echo "refused by the compiler: $place"; return; }
        changed=$(diff -rq "$base/objects" "$objects" |
            sed -n "s#^Files $base/objects/[a-z_]*[.]dir/\(.*[.]o\) and .*#\1#p")
        [ -n "$changed" ] || { echo "same objects: $place"; return; } ;;
    *) compile aicalc_cli ;;
    esac
    status=0
    case $file in
    src/calculators/*)
        folder=${file#src/calculators/}
        name=$(echo "${folder%%/*}" | tr _ -)
        # shellcheck disable=SC2046,SC2086 # lists of words
        set -- $(own_first "$name" $(reached $changed))
        noticed "$copy/tests/cases/$name.case" "$@" || status=$? ;;
    *) noticed_outside "$file" || status=$? ;;
    esac
    case $status in
    0) [ -z "$known" ] || echo "the entry is wrong: $place"
        echo "caught by $by: $place" ;;
    1) echo "${known:-survived}: $place" ;;
    *) echo "refused by the compiler: $place" ;;
    esac
}

: >"$base/survivors"
: >"$base/results"
while IFS=: read -r file line column length text; do
    source=$copy/$file
    key=$(echo "$file:$line:$column:$length:$text" | keys)
    known=
    ! grep -qF -- "$key # " "$equivalent" || known="without effect"
    cp -p "$source" "$base/kept"
    awk -v n="$line" -v at="$column" -v size="$length" -v text="$text" '
        NR == n { $0 = substr($0, 1, at - 1) text substr($0, at + size) } { print }' \
        "$base/kept" >"$source"
    said=$(try "$file:$line:$column: $(sed -n "${line}p" "$base/kept" | sed 's/^ *//') -> $text" </dev/null)
    printf '%s\n' "$said" | tee -a "$base/results"
    case $said in
    survived*) echo "$file:$line:$column:$length:$text" >>"$base/survivors" ;;
    esac
    # Back as it was, the times too: nothing is compiled again, only linked.
    cp -p "$base/kept" "$source"
    cp -Rp "$base/objects/." "$objects/"
    rm -f "$build/libaicalc.a" "$build/aicalc"
done <"$base/chosen"

[ -n "${AICALC_WORKER:-}" ] || summary
