#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# escapes.sh PROGRAM PROJECT: names from the command line and from files hold what steers a terminal,
# what breaks a table, and conversions of printf. Whatever the format, what is printed holds no
# control character but line ends and tabs, is valid UTF-8, and keeps its shape.
set -u
program=$1
project=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0
failed=0

esc=$(printf '\033')
# Colour, title, C1's control sequence introducer, right-to-left override, BOM, NUL's neighbour.
steer="$esc[31mred$esc]0;title$(printf '\007\302\233\342\200\256\357\273\277\001')"
odd='a|b`c<d>&"e'\''f,g=1%s%n%99999d\u0041${x}$(id)'
broken=$(printf '\377\300\200\355\240\200')

# Control characters but tab and line end; C1, marks of direction, BOM.
control=$(printf '[\001-\010\013-\037\177]')
hidden=$(printf '\302[\200-\237]|\342\200[\250-\256]|\342\201[\246-\251]|\357\273\277')

# clean NAME: what is in out and err can be shown.
clean() {
    if LC_ALL=C grep -laE "$control|$hidden" out err; then
        failed=$((failed + 1))
        echo "FAIL $1: a control or a hidden character there"
    elif command -v iconv >/dev/null 2>&1 && ! iconv -f UTF-8 -t UTF-8 out err >/dev/null 2>&1; then
        failed=$((failed + 1))
        echo "FAIL $1: it is not UTF-8"
    else
        passed=$((passed + 1))
    fi
}

# ask NAME ARGUMENT...: in every format.
ask() {
    name=$1
    shift
    for format in table json csv markdown html svg; do
        "$program" "$@" -o $format >out 2>err
        code=$?
        if [ $code -gt 2 ]; then
            failed=$((failed + 1))
            echo "FAIL $name -o $format: exit $code"
        fi
        clean "$name -o $format"
    done
}

for hostile in "$steer" "$odd" "$broken"; do
    ask "model" kvcache --model "$hostile"
    ask "gpu" kvcache --model llama-3.1-8b --gpu "$hostile"
    ask "number" kvcache --model llama-3.1-8b --context "$hostile"
    ask "choice" kvcache --model llama-3.1-8b --engine "$hostile"
    ask "model of a plan" plan --model "$hostile"
    ask "node of a plan" plan --model llama-3.1-8b --gpus 8 --node "$hostile"
    ask "node of a part" plan --model llama-3.1-8b --gpus 8 --network.node "$hostile"
    ask "choice of a service" service --model llama-3.1-8b --path "$hostile"
    ask "part" plan --model llama-3.1-8b --part "$hostile"
    ask "sweep of plans" plan --gpus 8 --sweep "model=$hostile,llama-3.1-8b" --compare
    ask "option" kvcache "--$hostile" 1
    ask "word" kvcache "$hostile"
    ask "command" "$hostile"
    ask "budget" kvcache --model llama-3.1-8b --budget "$hostile"
    ask "limit" kvcache --model llama-3.1-8b --budget "kv_total <= $hostile"
    ask "field" kvcache --model llama-3.1-8b --fields "$hostile"
    ask "sweep" kvcache --model llama-3.1-8b --sweep "$hostile"
    ask "sweep value" kvcache --sweep "model=$hostile,llama-3.1-8b"
    ask "input" kvcache --input "$hostile"
    ask "file" kvcache --model llama-3.1-8b -O "$hostile.txt"
    ask "catalog" catalog "$hostile"
    ask "entry" catalog models "$hostile"
    ask "help" help "$hostile"
    ask "units" units "$hostile"
    ask "diff" diff "$hostile" "$hostile"
    # A file of that name, whose folder ends at a '/'.
    file="$(printf '%s' "$hostile" | tr '/' '_').json"
    cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$file"
    ask "model file" kvcache --model "./$file" --explain
    ask "sweep over a file" kvcache --sweep "model=./model.json,llama-3.1-8b"
    printf '{"layers": "%s"' "$hostile" >"$file"
    ask "broken file" kvcache --input "./$file"
    ask "broken model" kvcache --model "./$file"
    ask "broken catalog" kvcache --catalog "./$file" --model llama-3.1-8b
done

# An entry whose name, source and date say it in JSON's own escapes.
cat >own.json <<'JSON'
{ "schema": "aicalc-catalog/1", "kind": "models", "entries": [
  { "name": "own\u001b[31m|\u009b\u202e<b>&\"'%s,=1", "label": "\u001b]0;x\u0007",
    "fields": { "layers": 2, "hidden": 64, "heads": 2, "ffn": 64, "vocab": 100 },
    "unverified": ["ffn"], "source": "s\u001b[2J\u2028|`", "as_of": "2026-01" } ] }
JSON
name="own$esc[31m|$(printf '\302\233\342\200\256')<b>&\"'%s,=1"
ask "own entry" kvcache --catalog own.json --model "$name" --explain
ask "own entry in a plan" plan --catalog own.json --model "$name" --node p5 --gpus 8 --tokens 1G
ask "own catalog" catalog models --catalog own.json
ask "own entry alone" catalog models "$name" --catalog own.json

# The same in an answer that is fed back and compared.
"$program" kvcache --catalog own.json --model "$name" -o json >answer.json 2>err
ask "fed back" kvcache --catalog own.json --input answer.json --explain
ask "diff of answers" diff answer.json answer.json

# Shape: a row of Markdown keeps its columns, a row of CSV its fields.
"$program" kvcache --catalog own.json --model "$name" -o markdown >out 2>err
if ! awk '/^\| / { line = $0; gsub(/\\./, "", line); n = gsub(/\|/, "", line); if (n != 5) exit 1 }' out; then
    failed=$((failed + 1))
    echo "FAIL a row of Markdown with other columns"
fi
# What forges make links, mentions and strokes of is inert in a comment.
cat >live.json <<'EOF'
{"schema": "aicalc-check/1", "checks": [{"name": "~~old~~ https://a.example/x @octocat (www.a.example) a@b.example org/repo#12",
 "calculator": "kvcache", "inputs": {"model": "llama-3.1-8b", "context": 8192}, "budgets": ["kv_total <= 1PB"]}]}
EOF
"$program" check live.json -o markdown >out 2>err
if ! grep -qF '| \~\~old\~\~ `https://a.example/x` `@octocat` `(www.a.example)` `a@b.example` `org/repo#12` |' out; then
    failed=$((failed + 1))
    echo "FAIL what is live in Markdown: $(cat out)"
fi
"$program" kvcache --catalog own.json --sweep "model=llama-3.1-8b" -o csv >out 2>err
clean "csv sweep"

# Colours of the program's own are the only escapes, and only where asked for.
"$program" kvcache --catalog own.json --model "$name" --color always >out 2>err
if LC_ALL=C sed "s/$esc\[\(0\|1\|31\|32\|33\)m//g" out | LC_ALL=C grep -qa "$esc" ||
    LC_ALL=C grep -qa "own$esc" out; then
    failed=$((failed + 1))
    echo "FAIL an escape sequence from a name with --color always"
fi
# A name with two of them is shown as without colours, each once.
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$esc[31mred$esc[1m.json"
"$program" kvcache --model "./$esc[31mred$esc[1m.json" --all >plain 2>err
"$program" kvcache --model "./$esc[31mred$esc[1m.json" --all --color always >out 2>err
if ! grep -qF '\x1b[31mred\x1b[1m.json' plain ||
    ! LC_ALL=C sed "s/$esc\[\(0\|1\|31\|32\|33\)m//g" out | cmp -s - plain; then
    failed=$((failed + 1))
    echo "FAIL with colours other words are shown than without: $(LC_ALL=C sed "s/$esc\[\(0\|1\|31\|32\|33\)m//g" out | diff - plain)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
