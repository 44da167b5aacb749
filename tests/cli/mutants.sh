# SPDX-License-Identifier: Apache-2.0
# mutants.sh PROGRAM PROJECT: entries of mutation_equivalent.txt are changes that mutation.sh can make, and
# one that is none is noticed.
set -u
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

sh "$project/tests/mutation.sh" entries >out 2>&1
check "entries: $(cat out)" $?

mkdir -p tree/tests tree/src
cp "$project/tests/mutation.sh" tree/tests/
cp -R "$project/src/calculators" tree/src/

# refused NAME LINE: a file of that line alone is refused, and the line told.
refused() {
    printf '%s\n' "$2" >tree/tests/mutation_equivalent.txt
    sh tree/tests/mutation.sh entries >out 2>&1
    [ $? -eq 2 ] && grep -qF -- "$2" out
    check "$1: $(cat out)" $?
}

entry=$(sed -n '/^[^#]/{p;q;}' "$project/tests/mutation_equivalent.txt")
refused "another file" "no/$entry"
refused "another line" "$(echo "$entry" | sed 's/;/; and more/')"
refused "no reason" "${entry% # *}"
finish
