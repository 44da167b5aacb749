#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reach.sh [--install|--quick] [wasm|web|mcp|windows|static|cluster|release]...: the same program as WebAssembly in Node and in a browser, before
# clients of assistants, on Windows (under wine), without a loader and in parts of a sweep under schedulers, each asked beside the native one. What a part needs
# beyond the tools of tests/run.sh is installed from the distribution and npm; --install does that alone. What cannot
# be had is named and skipped; with CI set a skip fails. --quick asks one file of the shared cases under Node, not all; `release` runs
# only where it is named.
set -eu
cd "$(dirname "$0")/.."
. tests/packages.sh
project=$(pwd)
modules=$project/tests/reach/node_modules
skipped=0
passed=0

skip() {
    echo "SKIP $1"
    skipped=$((skipped + 1))
}

# pass WHAT COMMAND...: what is shown, and tried.
pass() {
    what=$1
    shift
    began=$(date +%s)
    "$@" || { echo "FAIL $what"; exit 1; }
    echo "ok $what ($(($(date +%s) - began)) s)"
    passed=$((passed + 1))
}

# cJSON's source of the distribution, which need not be named among the machine's sources of packages.
cjson_source() {
    [ -f build-deps/cjson/cJSON.c ] && return 0
    rm -rf build-deps/cjson build-deps/apt
    mkdir -p build-deps/apt/parts build-deps/apt/lists
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"build-deps/apt/parts/$(basename "$list")"
    done
    if [ -f /etc/apt/sources.list ]; then
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >build-deps/apt/parts/main.list
    fi
    apt_here="-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$project/build-deps/apt/parts
        -o Dir::State::Lists=$project/build-deps/apt/lists -o APT::Sandbox::User=root"
    # shellcheck disable=SC2086 # options are words
    (cd build-deps && timeout 120 apt-get $apt_here update && timeout 120 apt-get $apt_here source --download-only cjson) \
        >build-deps/apt.log 2>&1 || { tail -3 build-deps/apt.log; return 1; }
    dpkg-source -x build-deps/cjson_*.dsc build-deps/cjson >>build-deps/apt.log 2>&1
}

modules_of_npm() {
    [ -d "$modules/esbuild" ] && cmp -s tests/reach/package-lock.json "$modules/.lock" && return 0
    command -v npm >/dev/null 2>&1 || need_packages nodejs npm || return 1
    (cd tests/reach && timeout 300 npm ci --no-audit --no-fund) >build-deps/npm.log 2>&1 || { tail -3 build-deps/npm.log; return 1; }
    cp tests/reach/package-lock.json "$modules/.lock"
}

# node_of MAJOR: Node of that version or a later one is the first in the path: the machine's own, or that of the modules.
node_of() {
    command -v node >/dev/null 2>&1 || need_packages nodejs npm || return 1
    [ "$(node -p 'parseInt(process.versions.node)')" -lt "$1" ] || return 0
    modules_of_npm && "$modules/node/bin/node" --version >/dev/null || { echo "Node $1 or later is needed"; return 1; }
    PATH=$modules/node/bin:$PATH
    export PATH
}

install_part() {
    mkdir -p build-deps
    case $1 in
    wasm) need_packages clang lld llvm wasi-libc libclang-rt-dev-wasm32 dpkg-dev cmake make && command -v wasm-ld >/dev/null && cjson_source && node_of 20 ;;
    web) install_part wasm && need_packages chromium fonts-dejavu-core && modules_of_npm ;;
    mcp) modules_of_npm && node_of 22 ;;
    windows) need_packages gcc-mingw-w64-x86-64 wine64 wine dpkg-dev cmake make && cjson_source ;;
    static) need_packages musl-tools dpkg-dev cmake make && cjson_source ;;
    cluster) need_packages slurm-wlm munge parallel python3-yaml && node_of 20 && modules_of_npm ;;
    release) install_part web && install_part windows && install_part static && need_packages python3-yaml curl ;;
    *) echo "reach.sh: no part '$1': wasm, web, mcp, windows, static, cluster" >&2; return 2 ;;
    esac
}

if [ "${1-}" = --install ]; then
    shift
    [ $# -gt 0 ] || set -- wasm web mcp windows static cluster
    for part; do
        install_part "$part"
    done
    exit 0
fi

# Under Node a case takes a fifth of a second: all of them are minutes.
cases=
if [ "${1-}" = --quick ]; then
    shift
    cases=check
fi

# wanted PART: among those that were named, or nothing was named.
parts=" $* "
wanted() {
    case $parts in "  " | *" $1 "*) return 0 ;; esac
    return 1
}

workflow() {
    cmake --workflow --preset "$1" >"build-deps/$1.log" 2>&1 || { tail -20 "build-deps/$1.log"; return 1; }
}

mkdir -p build-deps
need_packages gcc make cmake libc6-dev libcjson-dev libcmocka-dev pkg-config
# The native program of tests/run.sh, or one of its own.
reference=${AICALC_BUILD_DIR:-build-test}/gcc
if [ ! -f "$reference/CMakeCache.txt" ]; then
    reference=build-reach
    cmake -S . -B build-reach -DCMAKE_BUILD_TYPE=Release -DAICALC_INSTALL=OFF >build-deps/native.log 2>&1 || {
        tail -20 build-deps/native.log
        exit 1
    }
fi
cmake --build "$reference" -j2 --target aicalc_cli >>build-deps/native.log 2>&1 || { tail -20 build-deps/native.log; exit 1; }
native=$(cd "$reference" && pwd)/aicalc
sh tests/reach/examples.sh "$native" >build-deps/examples.txt

if ! wanted wasm; then
    :
elif install_part wasm; then
    pass "WebAssembly is built" workflow wasm
    pass "the function answers every example and refuses as the shell does" \
        node tests/reach/answer.mjs "$native" build-wasm/npm build-deps/examples.txt
    pass "files, pipes and exit codes under Node" sh tests/reach/shell.sh "$native" node "$project/build-wasm/npm/aicalc.mjs"
    if cmake --build "$reference" -j2 --target run_cases >>build-deps/native.log 2>&1; then
        # shellcheck disable=SC2086 # names of files
        pass "the shared cases under Node" sh tests/reach/cases.sh "$reference/tests/run_cases" build-wasm/npm $cases
    else
        skip "the shared cases under Node: run_cases is not built (cmocka)"
    fi
else
    skip "WebAssembly: clang, lld, wasi-libc or Node cannot be had"
fi

if ! wanted web; then
    :
elif install_part web; then
    pass "the page is built" workflow web
    pass "its sources are typed" "$modules/.bin/tsc" -p tests/reach/tsconfig.json
    pass "its sources have no mistakes that eslint knows" \
        "$modules/.bin/eslint" -c tests/reach/eslint.config.mjs src/web web/npm tests/reach --ignore-pattern '**/node_modules'
    pass "the page's script is under 800 lines" sh -c 'test "$(cat src/web/main.mjs src/web/form.mjs src/web/program.mjs src/web/words.mjs src/web/worker.mjs | wc -l)" -lt 800'
    pass "the page in a browser" node tests/reach/page.mjs "$native" "$project/web/aicalc.html" build-deps/examples.txt docs/first-hour.md
else
    skip "the page: esbuild, Playwright or Chromium cannot be had"
fi

if ! wanted mcp; then
    :
elif install_part mcp; then
    pass "clients of the Model Context Protocol" sh tests/reach/mcp.sh "$native" "$modules"
else
    skip "the Model Context Protocol: Node or its clients cannot be had"
fi

if ! wanted windows; then
    :
elif install_part windows; then
    pass "the Windows program is built" workflow windows
    pass "the Windows program under wine" sh tests/reach/windows.sh "$native" build-windows/aicalc.exe build-deps/examples.txt
else
    skip "Windows: mingw-w64 or wine cannot be had"
fi

if ! wanted static; then
    :
elif install_part static; then
    pass "the static program is built" workflow static
    pass "the static program" sh tests/reach/same.sh "$native" build-deps/examples.txt build-static/aicalc
else
    skip "the static program: musl cannot be had"
fi

if ! wanted cluster; then
    :
elif install_part cluster; then
    pass "a sweep in parts by GNU parallel and by Slurm" sh tests/reach/cluster.sh "$native" examples/cluster
    pass "the manifests of Kubernetes" sh tests/reach/manifest.sh "$modules" examples/cluster/sweep.yaml examples/cluster/join.yaml
else
    skip "clusters: Slurm, munge or GNU parallel cannot be had"
fi

case $parts in # twice as long as all others: only where it is named
*" release "*)
    if install_part release; then
        pass "all packages, made twice" sh tests/reach/release.sh
        pass "the GitHub action, with these packages as its release" python3 tests/reach/action.py . dist
    else
        skip "packages: a tool of them cannot be had"
    fi
    ;;
esac

ls -l build-wasm/npm/aicalc.wasm web/aicalc.html build-windows/aicalc.exe build-static/aicalc 2>/dev/null |
    awk '{ printf "%-28s %8.2f MB\n", $NF, $5 / 1e6 }'
echo "reach: $passed passed, 0 failed, $skipped skipped"
[ "$skipped" -eq 0 ] || [ -z "${CI-}" ]
