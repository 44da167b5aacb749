#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# licenses.sh PROJECT: every source file names its license in one of its first three lines, and
# the bill of materials names what the build needs.
set -eu
cd "$1"
missing=0
count=0
# Texts that the tests read are what people have, and no files of ours.
for file in $(find include src tests examples docs CMakeLists.txt -type f \
    ! -path 'tests/data/launch/*' ! -path 'tests/robustness/corpus/*' ! -path '*/node_modules/*' \
    \( -name '*.[ch]' -o -name '*.inc' -o -name '*.cmake' -o -name '*.sh' -o -name 'CMakeLists.txt' \) | sort); do
    count=$((count + 1))
    if ! head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0'; then
        echo "FAIL $file: no SPDX line"
        missing=$((missing + 1))
    fi
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
echo "$count files, $missing failed"
[ "$missing" -eq 0 ]
