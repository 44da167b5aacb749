# SPDX-License-Identifier: Apache-2.0
# documents.sh PROGRAM PROJECT RUN_CASES: the tables of published values in docs/methods are what
# the cases give, the README shows what its command prints, docs/names.md has the list of names
# typed, manual pages are clean, schemas are JSON, documents show the sources that are compiled, and
# links lead somewhere.
set -u
export LC_ALL=C.UTF-8 # as the scripts of docs
program=$1
project=$2
run_cases=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$project" || exit 1
failed=0

sh docs/validation.sh "$program" "$run_cases" "$work/methods" || exit 1
if ! diff -r docs/methods "$work/methods" >"$work/diff"; then
    failed=$((failed + 1))
    echo "FAIL the tables of docs/methods are not what the cases give; run" \
        "sh docs/validation.sh PROGRAM RUN_CASES"
    head -20 "$work/diff"
fi

sh docs/names.sh "$work/names.md" || exit 1
if ! diff docs/names.md "$work/names.md" >"$work/diff"; then
    failed=$((failed + 1))
    echo "FAIL the table of docs/names.md is not tests/data/names.txt; run sh docs/names.sh"
    head -20 "$work/diff"
fi

# Pages that a script prints from the program's answers.
for page in storage-options first-hour screens rules-of-thumb words; do
    sh docs/$page.sh "$program" >"$work/page.md" || exit 1
    if ! diff "docs/$page.md" "$work/page.md" >"$work/diff"; then
        failed=$((failed + 1))
        echo "FAIL docs/$page.md is not what the program says; run sh docs/$page.sh PROGRAM"
        head -20 "$work/diff"
    fi
done

# lint COMMAND...: a checker of manual pages has nothing to say about the page.
lint() {
    command -v "$1" >/dev/null 2>&1 || return 0
    "$@" >"$work/lint" 2>&1
    if [ -s "$work/lint" ]; then
        failed=$((failed + 1))
        cat "$work/lint"
    fi
}
calculators=$("$program" help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p')
for name in "" $calculators; do
    "$program" help --man $name >"$work/page.1" # one word or none
    lint mandoc -T lint -W warning "$work/page.1"
    lint groff -man -ww -z "$work/page.1"
    if [ -n "$name" ] && ! grep -q "^| \`$name\` |" README.md; then
        failed=$((failed + 1))
        echo "FAIL the table of README.md has no line for $name"
    fi
done

# The answer that the README shows is what its command prints.
sed -n '/^\$ aicalc/,/^```$/p' README.md | sed '$d' >"$work/shown"
{
    head -1 "$work/shown"
    sh -c "$(sed -n '1s/^\$ aicalc/"$0"/p' "$work/shown")" "$program"
} >"$work/answer"
if ! diff "$work/shown" "$work/answer" >"$work/diff"; then
    failed=$((failed + 1))
    echo "FAIL README.md does not show what its command prints"
    head -20 "$work/diff"
fi

# The first program that a document shows is the one that is compiled: shows DOCUMENT SOURCE
shows() {
    awk '/^```c$/ { shown = 1; next } shown && /^```$/ { exit } shown' "$1" >"$work/shown"
    if ! diff "$work/shown" "$2" >"$work/diff"; then
        failed=$((failed + 1))
        echo "FAIL $1 does not show $2"
        head -20 "$work/diff"
    fi
}
shows docs/library.md examples/library.c

for page in *.md docs/*.md docs/methods/*.md; do
    for link in $(grep -o '](\.*[a-z/._-]*)' "$page" | tr -d '()]'); do
        if [ ! -e "$(dirname "$page")/$link" ]; then
            failed=$((failed + 1))
            echo "FAIL $page: $link is not there"
        fi
    done
done

# The tests that the page of testing names are there.
for name in $(grep -oE '`(ctest -R )?(unit|cli|library|robustness|cases)\.[a-z_]+' docs/testing.md | sed 's/.* //; s/`//' |
    sort -u); do
    case $name in
    unit.*) file=tests/unit/test_${name#*.}.c ;;
    cli.*) file=tests/cli/${name#*.}.sh ;;
    cases.*) file=tests/cases/${name#*.}.case ;;
    *) file= ;;
    esac
    if [ ! -e "$file" ] && ! grep -q "NAME $name\b" tests/CMakeLists.txt tests/robustness/CMakeLists.txt; then
        failed=$((failed + 1))
        echo "FAIL docs/testing.md names the test $name, which is not there"
    fi
done
echo "$failed failed"
[ "$failed" -eq 0 ]
