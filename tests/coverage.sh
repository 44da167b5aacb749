#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# coverage.sh [DIRECTORY]: lines and branches that the tests reach, by gcov. Fails where a test does,
# where a line of the library is not reached, where more branches of a part are not than stands
# below (95 % are the least of every part), or 6 % of the lines of the program.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
base=${1:-$project/build-test/coverage}
jobs=$(nproc 2>/dev/null || echo 2)

mkdir -p "$base"
cmake -S "$project" -B "$base" -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug -DAICALC_COVERAGE=ON \
    -DAICALC_HARDEN=OFF -DAICALC_INSTALL=OFF -DAICALC_TESTS=ON >"$base/build.log" 2>&1
cmake --build "$base" -j "$jobs" >>"$base/build.log" 2>&1 || { tail -n 20 "$base/build.log"; exit 1; }
find "$base" -name '*.gcda' -exec rm -f {} +
enough=0
(cd "$base" && ctest -j "$jobs" >ctest.log 2>&1) || { tail -n 20 "$base/ctest.log"; enough=1; }

# One line a source file: FILE LINES-HIT LINES BRANCHES-HIT BRANCHES.
mkdir -p "$base/gcov"
cd "$base/gcov"
find "$base/CMakeFiles/aicalc.dir/src" "$base/CMakeFiles/aicalc_cli.dir/src" -name '*.gcda' |
    while read -r data; do
        gcov -b -n "$data" 2>/dev/null
    done | awk -v root="$project/" '
        /^File / { file = $2; gsub(/\x27/, "", file); sub(root, "", file) }
        /^Lines executed:/ { split($0, a, /[:% ]+/); share = a[3]; lines = $NF }
        /^Branches executed:/ { branches = $NF }
        /^Taken at least once:/ { split($0, a, /[:% ]+/); taken = a[5] }
        /^(Calls executed:|No calls)/ {
            if (file ~ /^src\/.*\.(c|inc)$/) {
                printf "%s %.0f %d %.0f %d\n", file, share * lines / 100, lines,
                    taken * branches / 100, branches
            }
            branches = 0; taken = 0
        }
        /^No branches/ { branches = 0; taken = 0 }' | sort -u | awk '
        # The same rows that several files include: as that file reaches them that reaches most.
        { key = $1 " " $3 " " $5 }
        !(key in lines) || $2 > lines[key] { lines[key] = $2; row[key] = $0 }
        END { for (key in row) print row[key] }' | sort >../files

# total TITLE PATTERN LINES BRANCHES: fails below these shares.
total() {
    awk -v title="$1" -v pattern="$2" -v lines="$3" -v branches="$4" '
        $1 ~ pattern { h += $2; l += $3; bh += $4; b += $5; n++ }
        END { printf "%s: %d files, %.2f %% of %d lines, %.1f %% of %d branches\n", title, n,
              100 * h / l, l, 100 * bh / b, b
              exit 100 * h < lines * l || 100 * bh < branches * b }' "$base/files"
}
total "core" "^src/core/" 100 96.5 || enough=1
total "engine" "^src/engine/" 100 96 || enough=1
total "compositions" "^src/engine/composition/" 100 96 || enough=1
total "calculators" "^src/calculators/" 100 95.5 || enough=1
total "catalog" "^src/catalog/" 100 95 || enough=1
total "analysis" "^src/analysis/" 100 96 || enough=1
total "library" "^src/(core|engine|calculators|catalog|analysis)/" 100 95.5 || enough=1
total "program" "^src/cli/" 94 86 || enough=1
echo "most lines missed:"
awk '$3 > $2 { print $3 - $2, $1 }' "$base/files" | sort -rn | head -n 8 | sed 's/^/  /'
exit "$enough"
