#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# join.sh N [check]: all N parts, one after the other, as whole.csv. Exit 1 where a budget is exceeded in any of
# them, 2 where one is missing. With `check` the whole is asked by one process too, and must be the same bytes.
set -u
parts=${PARTS:-parts}
part=1
worst=0
: >whole.csv.new || exit 3
while [ "$part" -le "$1" ]; do
    [ -f "$parts/$part.csv" ] || { echo "part $part of $1 is missing: ask it again, sh ask.sh $part $1" >&2; exit 2; }
    cat "$parts/$part.csv" >>whole.csv.new || exit 3
    [ ! -f "$parts/$part.exceeded" ] || worst=1
    part=$((part + 1))
done
if [ "${2-}" = check ]; then
    PARTS=$parts/one sh "$(dirname "$0")/ask.sh" 1 1 || exit 3
    cmp whole.csv.new "$parts/one/1.csv" || exit 3
fi
mv whole.csv.new whole.csv || exit 3
echo "$(($(wc -l <whole.csv) - 1)) cases in whole.csv, from $1 parts"
exit "$worst"
