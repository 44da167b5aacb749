# SPDX-License-Identifier: Apache-2.0
# contributing.sh PROJECT COMPILER: CONTRIBUTING.md is followed to the letter. Each block under the
# name of a file becomes that file in a copy of the project; what stands there is built, asked and
# tested.
set -eu
project=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
(cd "$project" && tar cf - --exclude=./.git --exclude='./build*' .) | (cd "$work/project" && tar xf -)
cd "$work/project"

# Blocks of "Add a calculator" by the file that is named before them.
sed -n '/^## Add a calculator/,/^## Add a catalog/p' "$project/CONTRIBUTING.md" |
    awk -v work="$work" '
        /^`[a-zA-Z\/._]+`$/ { file = substr($0, 2, length($0) - 2); next }
        /^```/ && inside { inside = 0; file = ""; next }
        /^```sh$/ && file == "" { file = work "/commands"; inside = 1; next }
        /^```/ && file != "" {
            inside = 1
            if (file ~ /CMakeLists/) file = work "/line"
            else if (file !~ /^\//) { system("mkdir -p $(dirname " file ")"); print file >(work "/files") }
            next
        }
        inside { print >file }'
sed -i "/^# The next calculator/{
r $work/line
N
}" src/calculators/CMakeLists.txt
[ "$(wc -l <"$work/files")" -eq 6 ] || { echo "FAIL not six files"; exit 1; }

# Quick to build: without optimization, and without what the example does not need.
cmake -S . -B build -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None -DAICALC_WERROR=ON \
    -DAICALC_HARDEN=OFF -DAICALC_INSTALL=OFF -DAICALC_TESTS=ON >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
cmake --build build -j 2 --target aicalc_cli run_cases test_tables >"$work/log" 2>&1 ||
    { grep -E 'error|warning' "$work/log"; exit 1; }
grep '^build/aicalc' "$work/commands" | while read -r line; do
    sh -c "$line" >"$work/out" 2>&1 || [ "$?" -eq 1 ] || { echo "FAIL $line"; cat "$work/out"; exit 1; }
done
build/aicalc vectors --vectors 100M --host-memory 64GiB --explain | grep -q 'up(index_bytes' ||
    { echo "FAIL no formula is explained"; exit 1; }
build/tests/run_cases build/aicalc tests/data/hf_configs tests/cases/vectors.case
build/tests/test_tables >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
sh docs/validation.sh build/aicalc build/tests/run_cases "$work/methods"
echo "files written: $(tr '\n' ' ' <"$work/files")and a line of src/calculators/CMakeLists.txt"
