#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# emulated.sh [DIRECTORY]: a big-endian machine (s390x) and two of 32 bits (armhf, i686), under an emulator,
# give the bytes of this one (i686 but for last digits): all results of random questions of every calculator,
# and what the program prints for the examples of its help. Compilers and emulator are those of the
# distribution; libcjson of the other machines is unpacked beside the build.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
base=${1:-$project/build-test/emulated}
questions=${AICALC_TEST_QUESTIONS:-300}
jobs=$(nproc 2>/dev/null || echo 2)
. "$project/tests/packages.sh"
. "$project/tests/example_answers.sh"
for tool in apt-get dpkg-deb; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is not installed: skipped"; exit 77; }
done
need_packages qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-arm-linux-gnueabihf \
    libc6-dev-armhf-cross gcc-i686-linux-gnu libc6-dev-i386-cross
mkdir -p "$base"
base=$(cd "$base" && pwd)

# unpack ARCHITECTURE: libcjson of that architecture into ARCHITECTURE/root. Lists of packages of its
# own, so that nothing of this machine's changes.
unpack() {
    mkdir -p "$base/$1/lists/partial" "$base/$1/cache/archives/partial" "$base/$1/root"
    : >"$base/$1/status"
    set -- "$1" -o APT::Architecture="$1" -o APT::Architectures="$1" -o Dir::State::Lists="$base/$1/lists" \
        -o Dir::State::status="$base/$1/status" -o Dir::Cache="$base/$1/cache" -o APT::Sandbox::User=root
    architecture=$1
    shift
    apt-get -qq "$@" update || echo "$architecture: some lists of packages could not be read"
    (cd "$base/$architecture" && apt-get -qq "$@" download libcjson1 libcjson-dev)
    for package in "$base/$architecture"/*.deb; do
        dpkg-deb --extract "$package" "$base/$architecture/root"
    done
    # What the package tells CMake are folders of an installed system.
    mkdir -p "$base/$architecture/cmake"
    cp "$base/$architecture"/root/usr/lib/*/cmake/cJSON/*[Vv]ersion.cmake "$base/$architecture/cmake"
    cat >"$base/$architecture/cmake/cJSONConfig.cmake" <<END
add_library(cjson SHARED IMPORTED)
set_target_properties(cjson PROPERTIES IMPORTED_LOCATION $(echo "$base/$architecture"/root/usr/lib/*/libcjson.so))
set(CJSON_INCLUDE_DIRS $base/$architecture/root/usr/include)
END
}

# answers NAME RUNNER CMAKE-ARGUMENT...: builds, asks, and keeps what is said in NAME.out.
answers() {
    name=$1
    runner=$2
    shift 2
    cmake -S "$project" -B "$base/$name/build" -DCMAKE_BUILD_TYPE=Release -DAICALC_HARDEN=OFF \
        -DAICALC_INSTALL=OFF -DAICALC_TESTS=ON "$@" >"$base/$name.log" 2>&1 &&
        cmake --build "$base/$name/build" -j "$jobs" --target aicalc_cli answers >>"$base/$name.log" 2>&1 ||
        { tail -n 20 "$base/$name.log"; exit 1; }
    # shellcheck disable=SC2086 # a command of several words, or of none
    $runner "$base/$name/build/tests/robustness/answers" "$questions" >"$base/$name.out"
    example_answers "$runner $base/$name/build/aicalc" "json table" >>"$base/$name.out"
}

# near FILE FILE: the same words, and numbers that differ by 1e-9 of them at most: exp, log and pow
# of i686 are of the x87.
near() {
    awk -v other="$2" '
        { if ((getline line <other) <= 0) { print "it says less"; exit 1 } }
        $0 != line {
            lines++
            count = split($0, one, " ")
            if (split(line, two, " ") != count) { print $0; print line; exit 1 }
            for (i = 1; i <= count; i++) {
                difference = one[i] - two[i]
                if (one[i] != two[i] && (difference == 0 && one[i] + 0 == 0 ||
                    difference * difference > 1e-18 * one[i] * one[i])) { print $0; print line; exit 1 }
            }
        }
        END { print "i686: " lines + 0 " of " NR " lines differ in last digits" }' "$1"
}

# other NAME ARCHITECTURE COMPILER QEMU FLAGS
other() {
    unpack "$2"
    library=$(echo "$base/$2"/root/usr/lib/*-linux-gnu*)
    answers "$1" "$4 -L /usr/$3 -E LD_LIBRARY_PATH=$library" -DCMAKE_SYSTEM_NAME=Linux \
        -DCMAKE_SYSTEM_PROCESSOR="$1" -DCMAKE_C_COMPILER="$3-gcc" -DCMAKE_C_FLAGS="$5" \
        -DcJSON_DIR="$base/$2/cmake"
    if [ "$1" = i686 ]; then
        near "$base/native.out" "$base/$1.out"
        return
    fi
    if ! cmp "$base/native.out" "$base/$1.out"; then
        diff "$base/native.out" "$base/$1.out" | head -n 20
        exit 1
    fi
    echo "$1: the same $(wc -c <"$base/$1.out") bytes, and the same results of $questions random questions" \
        "of each calculator"
}

mkdir -p "$base/native"
answers native ""
other s390x s390x s390x-linux-gnu qemu-s390x ""
other arm armhf arm-linux-gnueabihf qemu-arm ""
# Doubles are doubles there with SSE2 alone.
other i686 i386 i686-linux-gnu qemu-i386 "-msse2 -mfpmath=sse"
