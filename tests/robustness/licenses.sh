#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# licenses.sh PROJECT: every source file names its license in one of its first three lines, and
# the bill of materials names what the build needs.
set -eu
cd "$1"
missing=0
# Texts that the tests read are what people have, and no files of ours.
files=$(find include src tests examples docs CMakeLists.txt -type f \
    ! -path 'tests/data/launch/*' ! -path 'tests/robustness/corpus/*' ! -path '*/node_modules/*' \
    \( -name '*.[ch]' -o -name '*.inc' -o -name '*.cmake' -o -name '*.sh' -o -name 'CMakeLists.txt' \) | sort)
# shellcheck disable=SC2086 # a list of words
set -- $files
for file in $(awk 'FNR <= 3 && /SPDX-License-Identifier: Apache-2.0/ { named[FILENAME] = 1 }
    END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in named)) print ARGV[i] }' "$@"); do
    echo "FAIL $file: no SPDX line"
    missing=$((missing + 1))
done
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
for word in "\"name\": \"aicalc\"" "\"version\": \"$version\"" "\"name\": \"cJSON\""; do
    if ! grep -qF "$word" docs/bom.cdx.json; then
        echo "FAIL docs/bom.cdx.json: no $word"
        missing=$((missing + 1))
    fi
done
# What is linked beside the C library is in the bill.
for package in $(sed -n 's/^find_package(\([A-Za-z]*\) .*/\1/p' CMakeLists.txt); do
    if ! grep -qi "\"$package\"" docs/bom.cdx.json; then
        echo "FAIL docs/bom.cdx.json: $package is missing"
        missing=$((missing + 1))
    fi
done
echo "$# files, $missing failed"
[ "$missing" -eq 0 ]
