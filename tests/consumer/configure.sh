# SPDX-License-Identifier: Apache-2.0
# configure.sh PROJECT COMPILER: without cmocka a build has no tests, and says so in one line; with
# arithmetic that is not that of IEEE 754 there is no build at all.
set -eu
project=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fails() {
    echo "FAIL $1"
    cat "$work/log"
    exit 1
}

# configured ARGUMENT...: where pkg-config finds nothing.
configured() {
    rm -rf "$work/build"
    PKG_CONFIG_LIBDIR=$work PKG_CONFIG_PATH= \
        cmake -S "$project" -B "$work/build" -DCMAKE_C_COMPILER="$compiler" "$@" >"$work/log" 2>&1
}
configured || fails "a build without cmocka"
[ "$(grep -c 'Tests are off: cmocka is not installed' "$work/log")" -eq 1 ] || fails "one line says so"
! configured -DAICALC_TESTS=ON || fails "tests that were asked for are not optional"

# built OPTION...: the file that everything rests on.
built() {
    "$compiler" -std=c11 "$@" -I"$project/src" -I"$project/include" -c "$project/src/core/number.c" \
        -o "$work/number.o" >"$work/log" 2>&1
}
built || fails "a plain build"
! built -ffast-math || fails "-ffast-math is refused"
grep -q 'cannot be built with -ffast-math' "$work/log" || fails "it says why"
if echo 'double x;' | "$compiler" -mfpmath=387 -x c -c - -o "$work/x87.o" 2>"$work/log" && [ ! -s "$work/log" ]; then
    ! built -mfpmath=387 || fails "the x87 is refused"
    grep -q 'doubles evaluated as doubles' "$work/log" || fails "it says why"
fi
echo "without cmocka; -ffast-math and the x87 refused"
