#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# names.sh [FILE]: writes the table of names typed and entries found in docs/names.md anew, between
# its two markers, from tests/data/names.txt. FILE takes the page instead; a test compares it with
# what is committed.
set -eu
cd "$(dirname "$0")/.."
page=docs/names.md
file=${1:-$page}
{
    sed '/^<!-- names -->$/q' "$page"
    echo "| catalog | typed | what it finds |"
    echo "|---|---|---|"
    awk -F ' [|] ' '!/^#/ { print "| " $1 " | `" $2 "` | " $3 " |" }' tests/data/names.txt
    sed -n '/^<!-- end of names -->$/,$p' "$page"
} >"$file.new"
mv "$file.new" "$file"
