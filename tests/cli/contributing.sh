# SPDX-License-Identifier: Apache-2.0
# contributing.sh PROJECT COMPILER BUILD: CONTRIBUTING.md is followed to the letter. Each block under the
# name of a file becomes that file in a copy of the project; what stands there is built, asked and
# tested. The copy is built once, as a part of a project of somebody else that has shared libraries, unity builds, and
# its own cJSON in a folder of its own, so that a consumer by add_subdirectory is tried too.
set -eu
project=$1
compiler=$2
made=$3
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

# The header of cJSON is found only there.
system=$(sed -n 's/^cJSON_DIR:PATH=//p' "$made/CMakeCache.txt")
header=$(sed -n 's/^AICALC_CJSON_INCLUDE:PATH=//p' "$made/CMakeCache.txt")
own=$work/own
mkdir -p "$own/cmake" "$own/include/cjson"
cp "$header/cjson/cJSON.h" "$own/include/cjson"
cp "$system"/*[Vv]ersion.cmake "$own/cmake"
{
    echo "include(\"$system/cJSONConfig.cmake\")"
    echo "set(CJSON_INCLUDE_DIRS \"$own/include\")"
} >"$own/cmake/cJSONConfig.cmake"

# Quick to build: without optimization, and without what the example does not need.
host=$work/host
cmake -S tests/consumer/subdirectory -B "$host" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
    -DAICALC_PROJECT="$work/project" -DBUILD_SHARED_LIBS=ON -DCMAKE_UNITY_BUILD=ON -DcJSON_DIR="$own/cmake" \
    -DAICALC_WERROR=ON -DAICALC_HARDEN=OFF -DAICALC_TESTS=ON >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
ln -s "$host/aicalc" build
cmake --build "$host" -j 2 --target consumer aicalc_cli run_cases test_tables >"$work/log" 2>&1 ||
    { grep -E 'error|warning' "$work/log"; exit 1; }

[ "$("$host/consumer")" = "kvcache 85899345920" ] || { echo "FAIL the consumer by add_subdirectory"; exit 1; }
grep -qrF "isystem $own/include" --include=flags.make --include=build.ninja "$host" ||
    { echo "FAIL the header of cJSON is not looked for where cJSON is"; exit 1; }
[ -e build/libaicalc.so ] || { echo "FAIL a host with BUILD_SHARED_LIBS got no shared library"; exit 1; }
sh tests/consumer/symbols.sh build/libaicalc.so "$work/project" "$compiler"

grep '^build/aicalc' "$work/commands" | while read -r line; do
    sh -c "$line" >"$work/out" 2>&1 || [ "$?" -eq 1 ] || { echo "FAIL $line"; cat "$work/out"; exit 1; }
done
build/aicalc vectors --vectors 100M --host-memory 64GiB --explain | grep -q 'up(index_bytes' ||
    { echo "FAIL no formula is explained"; exit 1; }
build/tests/run_cases build/aicalc tests/data/hf_configs tests/cases/vectors.case
build/tests/test_tables >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
sh docs/validation.sh build/aicalc build/tests/run_cases "$work/methods"
echo "files written: $(tr '\n' ' ' <"$work/files")and a line of src/calculators/CMakeLists.txt; consumed by add_subdirectory"
