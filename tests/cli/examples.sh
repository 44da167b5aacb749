# SPDX-License-Identifier: Apache-2.0
# examples.sh PROGRAM PROJECT: every command that the help and the documents show runs.
# In documents a command is a line of a block that starts with "$ aicalc" or "aicalc";
# a line that ends with "# exit N" must end with that code, others with 0. The help shows
# budgets that may be exceeded: there 1 is an answer too. Pages of docs/reference are made from
# the help and show the same commands.
set -u
program=$1
project=$2
. "$2/tests/cli/check.inc.sh"
mkdir "$work/bin"
ln -s "$program" "$work/bin/aicalc"
PATH="$work/bin:$PATH"
export PATH
# Commands name files of the project and write files of their own: they run beside links to the first.
mkdir "$work/project"
for entry in "$project"/*; do
    ln -s "$entry" "$work/project/"
done
cd "$work/project" || exit 1

# run LINE: runs one command line.
run() {
    wanted=$(printf '%s\n' "$1" | sed -n 's/.*# exit \([0-9]\)$/\1/p')
    sh -c "$1" >"$work/out" 2>"$work/err"
    code=$?
    case $code,$1 in
    1,*--budget*) [ -n "$wanted" ] || wanted=$may_exceed ;;
    esac
    if [ "$code" -eq "${wanted:-0}" ]; then
        ok
    else
        fail "exit $code: $1"
        cat "$work/err"
    fi
}

# run_all FILE: runs every line of a file.
run_all() {
    sort -u "$1" >"$work/lines"
    while IFS= read -r line; do
        run "$line" </dev/null
    done <"$work/lines"
}

{
    aicalc help | sed -n 's/^  \(aicalc .*\)/\1/p'
    for calculator in $(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
        aicalc help "$calculator" | sed -n 's/^  \(aicalc .*\)/\1/p'
    done
} >"$work/help"
may_exceed=1
run_all "$work/help"

for document in README.md CONTRIBUTING.md docs/*.md docs/methods/*.md; do
    [ -f "$document" ] && sed '/^```case$/,/^```$/d' "$document" | sed -n '/^```/,/^```/s/^\(\$ \)\{0,1\}\(aicalc .*\)/\2/p'
done >"$work/documents"
may_exceed=0
run_all "$work/documents"
finish
