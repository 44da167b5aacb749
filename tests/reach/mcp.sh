#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mcp.sh PROGRAM MODULES: the server of the Model Context Protocol before clients that nobody here wrote: the inspector's command
# line, the official clients, the conformance suite behind a bridge.
set -eu
program=$1
modules=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
bridge=
trap 'rm -rf "$work"; [ -z "$bridge" ] || kill "$bridge" 2>/dev/null' EXIT
export LC_ALL=C.UTF-8

inspect() {
    node "$modules/.bin/mcp-inspector" --cli "$program" mcp "$@"
}

inspect --method tools/call --tool-name ask --tool-arg calculator=kvcache \
    --tool-arg 'inputs={"model": "llama-3.1-8b", "context": "8Ki", "gpu": "l4"}' >"$work/inspected"
"$program" kvcache --model llama-3.1-8b --context 8Ki --gpu l4 >"$work/wanted"
"$program" kvcache --model llama-3.1-8b --context 8Ki --gpu l4 -o json --brief >"$work/wanted.json"
node -e '
const assert = require("node:assert"), fs = require("node:fs")
const [seen, text, json] = process.argv.slice(1).map(path => fs.readFileSync(path, "utf8"))
const result = JSON.parse(seen)
assert.equal(result.content[0].text, text)
assert.deepEqual(result.structuredContent, JSON.parse(json))
' "$work/inspected" "$work/wanted" "$work/wanted.json"
inspect --method tools/list >"$work/tools"
grep -q '"outputSchema"' "$work/tools"
inspect --method resources/read --uri aicalc://explain/mfu >"$work/resource"
grep -q aicalc-explain/1 "$work/resource"
echo "inspector: tools, a call, a resource"

node "$here/mcp.mjs" "$program"

node "$here/bridge.mjs" "$program" >"$work/port" &
bridge=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$work/port" ] && break
    sleep 1
done
for revision in 2025-06-18 2025-11-25; do
    node "$modules/.bin/conformance" server --url "http://127.0.0.1:$(cat "$work/port")/mcp" --suite all \
        --spec-version $revision --expected-failures "$here/conformance.yml" --output-dir "$work/results" \
        >"$work/conformance" 2>&1 || { tail -60 "$work/conformance"; exit 1; }
    echo "conformance $revision: $(grep -c "^✓" "$work/conformance") scenarios pass, the others are named"
    for scenario in server-initialize ping tools-list resources-list; do
        grep -q "^✓ $scenario: 1 passed, 0 failed" "$work/conformance" || { echo "FAIL $scenario"; exit 1; }
    done
done
