#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# shell.sh NATIVE PROGRAM...: files in folders, above and by their whole path, pipes, -O and exit codes.
set -eu
native=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/a b/c" "$work/ä"
cd "$work/a b/c"
"$native" kvcache --model llama-3.1-8b --context 8Ki -o json >../above.json
cp ../above.json "$work/ä/größe.json"
"$native" kvcache --input ../above.json --tp 2 >native.txt
"$@" kvcache --input ../above.json --tp 2 >ours.txt
cmp native.txt ours.txt
"$@" kvcache --input "$work/ä/größe.json" --tp 2 >ours.txt
cmp native.txt ours.txt
"$@" kvcache --tp 2 --input - <../above.json >ours.txt
cmp native.txt ours.txt
"$@" kvcache --input ../above.json -O saved.json -O ../picture.svg >/dev/null
"$native" kvcache --input ../above.json -O native.json -O native.svg >/dev/null
cmp saved.json native.json
cmp ../picture.svg native.svg
code=0
"$@" kvcache --model llama-3.1-8b --budget 'kv_per_token <= 1KiB' >/dev/null 2>&1 || code=$?
[ "$code" = 1 ]
code=0
"$@" kvcache --model llama-3.1-8b --context 8q >/dev/null 2>&1 || code=$?
[ "$code" = 2 ]
code=0
"$@" kvcache --input nowhere.json >ours.txt 2>&1 || code=$?
ref=0
"$native" kvcache --input nowhere.json >native.txt 2>&1 || ref=$?
[ "$code" = "$ref" ]
cmp native.txt ours.txt
# Who writes into a pipe may take its time.
"$native" ask - <<'END' >native.txt
{"calculator": "kvcache", "inputs": {"model": "llama-3.1-8b"}}
END
{ printf '{"calculator": "kvcache",'; sleep 1; printf ' "inputs": {"model": "llama-3.1-8b"}}\n'; } | "$@" ask - >ours.txt
cmp native.txt ours.txt
{ echo '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'; sleep 1; echo '{"jsonrpc": "2.0", "id": 2, "method": "ping"}'; } |
    "$@" mcp >ours.txt
[ "$(grep -c '"result": {}' ours.txt)" = 2 ]
ls | grep -q 'json[.]' && exit 1
echo "files, pipes and exit codes as of the native program"
# Who reads from one may take its time too: 400 kB are more than a pipe holds.
"$native" schema plan >native.txt
"$@" schema plan | { sleep 1; cat; } >ours.txt
cmp native.txt ours.txt
