# SPDX-License-Identifier: Apache-2.0
# shard.sh PROGRAM PROJECT: the parts of a sweep and of checks, one after the other, are the bytes of
# the whole; empty parts, parts without a possible case, exit codes, and what is no part.
set -u
program=$1
project=$2
. "$project/tests/cli/check.inc.sh"

# expect CODE WHAT ARGUMENT...: what it says is in out and err.
expect() {
    wanted=$1
    what=$2
    shift 2
    "$program" "$@" >"$work/out" 2>"$work/err"
    code=$?
    [ "$code" -eq "$wanted" ] && ok || fail "$what: exit $code, not $wanted: $(cat "$work/err")"
}

holds() {
    grep -q -e "$3" "$work/$2" && ok || fail "$1: no '$3' in: $(head -c 600 "$work/$2")"
}

# joined PARTS ARGUMENT...: all parts in their order, in "joined"; the worst exit code.
joined() {
    parts=$1
    shift
    worst=0
    : >"$work/joined"
    part=1
    while [ "$part" -le "$parts" ]; do
        "$program" "$@" --shard "$part/$parts" >>"$work/joined" 2>>"$work/notes"
        code=$?
        [ "$code" -le "$worst" ] || worst=$code
        part=$((part + 1))
    done
}

# whole WHAT ARGUMENT...: the parts of several numbers of parts are the whole, and so is the exit code.
whole() {
    what=$1
    shift
    "$program" "$@" >"$work/whole" 2>/dev/null
    wanted=$?
    for parts in 1 3 64; do
        joined "$parts" "$@"
        cmp -s "$work/whole" "$work/joined" && ok || fail "$what: $parts parts are other bytes"
        [ "$worst" -eq "$wanted" ] && ok || fail "$what: $parts parts exit $worst, not $wanted"
    done
}

sweep="--model llama-3.1-70b --gpu h100-sxm --sweep context=8Ki..128Ki*2 --sweep tp=3,1,2,4,8"
# shellcheck disable=SC2086 # options without blanks
set -- kvcache $sweep
for format in csv jsonl; do
    whole "$format" "$@" -o $format
    whole "$format with --fields" "$@" -o $format --fields fits,max_sequences
    whole "$format with --where" "$@" -o $format --where fits
    whole "$format with an exceeded budget" "$@" -o $format --budget 'kv_total <= 30GiB'
done
whole "several inputs at once" kvcache --model llama-3.1-70b --sweep gpu,gpu_price=h100-sxm:2.5USD/h,b200:5USD/h \
    --sweep context=8Ki,32Ki -o csv
whole "lines that explain" "$@" -o jsonl --fields fits --explain
whole "checks" check "$project/examples/ci/budgets/training.json" "$project/examples/ci/budgets/serving.json" \
    "$project/examples/ci/budgets/storage.json" -o jsonl --no-config

# Each line is a case of -o json, without what a case says of the others.
"$program" "$@" -o json >"$work/json"
"$program" "$@" -o jsonl >"$work/jsonl"
if command -v python3 >/dev/null 2>&1; then
    python3 - "$work/json" "$work/jsonl" <<'EOF' && ok || fail "lines are not the cases of -o json"
import json, sys
cases = json.load(open(sys.argv[1]))["cases"]
for case in cases:
    case.pop("not_compared", None)
assert cases == [json.loads(line) for line in open(sys.argv[2])]
EOF
fi
expect 0 "a line of a single answer" kvcache --model llama-3.1-8b --context 8Ki --fields kv_total -o jsonl
[ "$(wc -l <"$work/out")" -eq 1 ] && ok || fail "a single answer is not one line"
holds "its inputs and results" out '^{"inputs": {"model": {"value": "llama-3.1-8b".*"results": {"kv_total": {"value": 1073741824, '
expect 1 "its budgets" kvcache --model llama-3.1-8b --context 8Ki -o jsonl --budget 'kv_total < 1GiB'
expect 0 "a file of lines" kvcache --model llama-3.1-8b --context 8Ki -O "$work/answer.jsonl"
[ "$(wc -l <"$work/answer.jsonl")" -eq 1 ] && ok || fail "answer.jsonl is not one line"
expect 2 "an error in JSON" kvcache --model llama-3.1-8b --context lots -o jsonl
holds "its form" err '^{"schema": "aicalc/1", "error": '

# Parts differ by one case at most, the longer ones first.
sizes=$(for part in 1 2 3 4 5 6 7; do "$program" "$@" --shard $part/7 -o csv 2>/dev/null | grep -c '^[0-9]'; done | paste -sd' ' -)
[ "$sizes" = "4 4 4 4 3 3 3" ] && ok || fail "25 cases in 7 parts: $sizes"

# The header: of the first part, and of each with --header.
expect 0 "an empty part" "$@" -o csv --shard 64/64
[ ! -s "$work/out" ] && ok || fail "an empty part has bytes"
expect 0 "an empty part with a header" "$@" -o csv --shard 64/64 --header
[ "$(wc -l <"$work/out")" -eq 1 ] && ok || fail "an empty part with a header is not one line"
holds "the header" out '^context,tp,'
expect 0 "part 2 with a header" "$@" -o csv --shard 2/64 --header
[ "$(wc -l <"$work/out")" -eq 2 ] && ok || fail "part 2 with a header is not two lines"

# What is of the part says so.
expect 0 "a table of a part" "$@" --shard 3/4
holds "which part" out 'part 3 of 4: cases 14 to 19 of 25; the least are of this part'
expect 0 "the best of a part" "$@" --shard 3/4 --where fits --sort decode_time --top 1
holds "of what" out 'part 3 of 4: cases 14 to 19 of 25; --sort, --top, left out and the least are$'
holds "left out of the part" out 'left out: 3 of 6'
expect 0 "the same in Markdown" "$@" --shard 3/4 -o markdown
holds "which part in Markdown" out 'part 3 of 4: cases 14 to 19 of 25'
expect 0 "in order as CSV" "$@" --shard 3/4 --sort decode_time -o csv
holds "a note" err 'note: part 3 of 4: cases 14 to 19 of 25; --sort is of this part'
expect 0 "JSON of a part" "$@" --shard 3/4 -o json
holds "its member" out '"shard": {"part": 3, "parts": 4, "first": 14, "count": 6, "total": 25}'
for format in table json markdown; do
    expect 0 "an empty part as $format" "$@" --shard 64/64 -o $format
    expect 0 "a part without a possible case as $format" "$@" --shard 1/64 -o $format
    expect 0 "a part of which all is left out as $format" "$@" --shard 2/64 --where 'decode_time < 1us' -o $format
done
expect 0 "a part without a possible case" "$@" --shard 1/64 -o csv
holds "why nothing is possible" err 'part 1 of 64: case 1 of 25; none is possible, the first because tp 3'

# A part may be without a possible case; the whole is not.
expect 2 "no possible case at all" kvcache --model llama-3.1-70b --sweep tp=3,5 --shard 1/1
expect 0 "none in a part" kvcache --model llama-3.1-70b --sweep tp=3,5 --shard 1/2 -o csv
expect 0 "none left in a part" "$@" --shard 2/25 -o csv --where 'decode_time < 1us'
expect 1 "none left at all" "$@" --shard 1/1 -o csv --where 'decode_time < 1us'

# The last part is found by its number, and more cases than one machine asks are asked in parts.
expect 0 "the last of very many" kvcache --model llama-3.1-8b --sweep 'context=1..1e9+1' --fields kv_total -o csv --shard 1e9/1e9
[ "$(cat "$work/out")" = "1000000000,131072000000000," ] && ok || fail "the last part: $(cat "$work/out")"
expect 0 "of more than one asks" kvcache --model llama-3.1-8b --sweep 'context=1..1e6+1' --sweep 'sequences=1..1e6+1' \
    --fields kv_total -o csv --shard 999999999/1e9
[ "$(wc -l <"$work/out")" -eq 1000 ] && ok || fail "a part of 10^12 cases has $(wc -l <"$work/out")"
expect 2 "all of them at once" kvcache --model llama-3.1-8b --sweep 'context=1..1e6+1' --sweep 'sequences=1..1e6+1'
holds "what helps" err '--shard 1/100'

# What is no part.
for wrong in 0/4 5/4 1.5/4 -1/4 a/4 4 1/ /4 1/0 '' 1/2000000000; do
    expect 2 "the part '$wrong'" "$@" "--shard=$wrong"
    expect 2 "the part '$wrong' of checks" check "$project/examples/ci/budgets/storage.json" "--shard=$wrong"
done
expect 2 "a part of one case" kvcache --model llama-3.1-8b --context 8Ki --shard 1/2
holds "of what there are parts" err '--shard without --sweep'
expect 2 "a header of one case" kvcache --model llama-3.1-8b --context 8Ki --header
expect 2 "a header of lines" "$@" --shard 1/2 --header -o jsonl
for format in html svg; do
    expect 2 "a part as $format" "$@" --shard 1/2 -o $format
done
expect 2 "a part side by side" "$@" --shard 1/2 --compare

# Checks: all are read, those of the part are judged.
printf '%s\n' '{"schema": "aicalc-check/1", "checks": [' >"$work/checks.json"
for context in 8Ki 16Ki 32Ki 64Ki 128Ki; do
    [ $context = 8Ki ] || echo ',' >>"$work/checks.json"
    printf '{"name": "%s", "calculator": "kvcache", "inputs": {"model": "llama-3.1-8b", "context": "%s"}, "budgets": ["kv_total <= 3GiB"]}\n' \
        $context $context >>"$work/checks.json"
done
echo ']}' >>"$work/checks.json"
expect 1 "all checks" check "$work/checks.json" --no-config
expect 0 "a part that holds" check "$work/checks.json" --no-config --shard 1/5
holds "which part" out 'pass: 1 check, 1 budget: 1 pass; part 1 of 5: check 1 of 5'
expect 1 "a part that does not" check "$work/checks.json" --no-config --shard 3/5
expect 0 "an empty part of checks" check "$work/checks.json" --no-config --shard 9/9
holds "that it is empty" out 'part 9 of 9: no checks of 5'
expect 1 "a report of a part" check "$work/checks.json" --no-config --shard 2/3 -o json
holds "its member" out '"shard": {"part": 2, "parts": 3, "first": 3, "count": 2, "total": 5}'
for format in junit sarif github markdown html; do
    expect 0 "an empty part of checks as $format" check "$work/checks.json" --no-config --shard 9/9 -o $format
done
sed 's/3GiB/3 llamas/' "$work/checks.json" >"$work/wrong.json"
expect 2 "a mistake outside of the part" check "$work/wrong.json" --no-config --shard 1/5

finish
