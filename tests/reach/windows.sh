#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# windows.sh NATIVE PROGRAM.exe EXAMPLES: the Windows program under wine.
set -eu
native=$1
program=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
export WINEDEBUG=-all WINEPREFIX="${WINEPREFIX:-$(pwd)/build-deps/wine}"
export LC_ALL=C.UTF-8 # wine hands names on in the encoding of the locale
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
"$wine" wineboot -i >/dev/null 2>&1 || true
sh tests/reach/same.sh "$native" "$3" "$wine" "$program"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/größe/b"
cd "$work"
"$native" kvcache --model llama-3.1-8b --context 8Ki -o json >größe/b/a.json
"$native" kvcache --input größe/b/a.json --tp 2 >native.txt
"$wine" "$program" kvcache --input 'größe\b\a.json' --tp 2 >ours.txt
cmp native.txt ours.txt
sed 's/$/\r/' größe/b/a.json >crlf.json
"$wine" "$program" kvcache --input crlf.json --tp 2 >ours.txt
cmp native.txt ours.txt
"$wine" "$program" kvcache --input - --tp 2 <crlf.json >ours.txt
cmp native.txt ours.txt
"$wine" "$program" kvcache --input crlf.json -O 'größe\out.json' -O NUL.json >/dev/null 2>&1 || true
"$native" kvcache --input crlf.json -O native.json >/dev/null
cmp native.json größe/out.json
if "$wine" "$program" kvcache --input crlf.json -o json | grep -q "$(printf '\r')"; then
    echo "FAIL standard output is not binary"
    exit 1
fi
code=0
"$wine" "$program" kvcache --context 8q >ours.txt 2>&1 || code=$?
[ "$code" = 2 ]
"$native" kvcache --context 8q >native.txt 2>&1 || true
cmp native.txt ours.txt
code=0
"$wine" "$program" kvcache --model llama-3.1-8b --budget 'kv_per_token <= 1KiB' >/dev/null 2>&1 || code=$?
[ "$code" = 1 ]
echo "paths, CR LF, binary output and exit codes as elsewhere"
