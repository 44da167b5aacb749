#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare.sh PROGRAM PROJECT: cases side by side, of a sweep and of saved answers: the values are
# those of single answers, ratios are to the first case, and no case is better by what it lacks.
set -u
program=$1
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# exits CODE NAME ARGUMENT...: the exit code; output in ./out and ./err.
exits() {
    wanted=$1
    name=$2
    shift 2
    "$program" "$@" >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ]
    check "$name: exit $code: $(cat err)" $?
}

# says NAME FILE PATTERN: a line of the file, its blanks as one.
says() {
    tr '\n' ' ' <"$2" | tr -s ' ' | grep -q -- "$3"
    check "$1: no '$3' in: $(cat "$2")" $?
}

# Members of one case of a comparison in JSON: value_of CASE RESULT, ratio_of CASE RESULT.
line_of() {
    awk -v wanted="\"name\": \"$1\"" -v result="\"$2\": {\"value\"" '
        index($0, wanted) { inside = 1 }
        inside && index($0, result) { print; exit }' out
}
value_of() {
    line_of "$1" "$2" | sed 's/.*"value": \([^,}]*\).*/\1/'
}
ratio_of() {
    line_of "$1" "$2" | sed -n 's/.*"ratio": \([^,}]*\).*/\1/p'
}

set -- kvcache --model llama-3.1-70b --tp 8 --context 8Ki --mbu 60% --mfu 50%
for gpu in h100-sxm h200-sxm b200; do
    "$program" "$@" --gpu "$gpu" -o json >"$gpu.json"
done
gpus=gpu=h100-sxm,h200-sxm,b200

# Of a sweep and of the saved answers: the same values, those of the answers alone.
exits 0 "a sweep side by side" "$@" --sweep $gpus --compare -o json
grep -v '"sentence"\|"origin"' out >of_sweep
for gpu in h100-sxm h200-sxm b200; do
    for result in decode_time max_sequences fits; do
        alone=$("$program" "$@" --gpu "$gpu" --fields $result -q)
        [ "$(value_of "$gpu" $result)" = "$alone" ]
        check "$gpu: $result is $(value_of "$gpu" $result), alone $alone" $?
    done
done
first=$("$program" "$@" --gpu h100-sxm --fields decode_time -q)
other=$("$program" "$@" --gpu b200 --fields decode_time -q)
awk -v first="$first" -v other="$other" -v ratio="$(ratio_of b200 decode_time)" \
    'BEGIN { exit !(ratio > 0 && (other / first - ratio) ^ 2 < 1e-24) }'
check "the ratio of b200 is $(ratio_of b200 decode_time)" $?
[ -z "$(ratio_of h100-sxm decode_time)" ]
check "the first has no ratio" $?
line_of b200 decode_time | grep -q '"compares": "better"'
check "a shorter time is better" $?
line_of b200 kv_per_token | grep -q '"compares": "same"'
check "the same is the same" $?
exits 0 "what the heads of columns say" "$@" --sweep $gpus --compare
! grep -q '^  gpu  ' out
check "is no row" $?
exits 0 "saved answers" compare h100-sxm.json h200-sxm.json b200.json -o json
grep -v '"sentence"\|"origin"' out | cmp -s - of_sweep
check "saved answers are compared as the sweep is" $?
exits 0 "an answer from standard input" compare h100-sxm.json - <b200.json
exits 0 "a table" compare h100-sxm.json h200-sxm.json b200.json
says "its title" out "^kvcache: 3 cases side by side, ratios to h100-sxm"
says "its head" out "h100-sxm h200-sxm ratio b200 ratio"
says "its sentence" out "b200 against h100-sxm: better in max_sequences ([0-9.]* times larger), decode_time ([0-9.]* times smaller)"
exits 0 "Markdown" compare h100-sxm.json b200.json -o markdown
says "its head" out "^| | h100-sxm | b200 | ratio |"
exits 0 "chosen results" compare h100-sxm.json b200.json --fields decode_time
[ "$(grep -c '^  decode_time' out)" -eq 1 ] && ! grep -q '^  fits' out
check "only those" $?
exits 0 "all results" compare h100-sxm.json b200.json --all
says "inputs of the catalog too" out "gpu_memory_bw 3.350 TB/s 8.000 TB/s"
says "results beyond the first screen" out "headroom"

# Pairs: a price is worse where it is higher, and said in percent where it is near.
exits 0 "pairs" "$@" --sweep 'gpu,gpu_price=h100-sxm:$2.5/h,h200-sxm:3.5USD/h,b200:6USD/h' --compare
says "the price beside the name" out "gpu_price 2.50 USD/h 3.50 USD/h 6.00 USD/h"
says "what is worse, in percent" out "worse in cost_per_million_output ([0-9.]* % more)"
set -- kvcache --model llama-3.1-8b --context 8Ki
exits 0 "the same name twice" "$@" --sweep 'gpu,tp=h100-sxm:1,h100-sxm:2' --compare
says "then the names are whole" out "h100-sxm, tp 1 h100-sxm, tp 2"
exits 0 "numbers" "$@" --gpu h100-sxm --sweep tp=1,2 --compare --fields decode_time
says "their names" out "tp 1 tp 2 ratio"
exits 0 "an impossible case" "$@" --gpu h100-sxm --sweep tp=1,0 --compare
says "it says why" out "tp 0: impossible: tp: '0' is out of range"
exits 1 "a budget" "$@" --sweep gpu=l4,h100-sxm --compare --budget 'decode_time <= 20ms'
says "in each case" out "decode_time <= 20ms exceeded holds"
exits 1 "budgets as JSON" "$@" --sweep gpu=l4,h100-sxm --compare --budget 'decode_time <= 20ms' -o json
says "those of the first" out '"budget": "decode_time <= 20ms", "result": "decode_time", "actual": [0-9.]*, "limit": 0.02, "unit": "s", "pass": false'
says "those of the second" out '"limit": 0.02, "unit": "s", "pass": true'
exits 0 "an impossible case as JSON" "$@" --gpu h100-sxm --sweep tp=1,0 --compare -o json
says "why" out '"impossible": "tp: .0. is out of range; tp must be at least 1"'
exits 0 "files as well" "$@" --gpu h100-sxm --sweep tp=1,2 --compare -O both.json -O both.md
grep -q '"schema": "aicalc-compare/1"' both.json && grep -q '^| ' both.md
check "in their formats" $?

# No case is better by what it lacks: this GPU has no link in the catalog.
set -- kvcache --model llama-3.1-8b --tp 2 --context 8Ki --sweep gpu=dgx-spark,rtx-5090,h100-sxm
exits 0 "a case that leaves something out" "$@" --compare
says "it is not what others are compared with" out "ratios to rtx-5090"
says "it says what it lacks" out "dgx-spark: not to be compared: tp-communication-not-counted"
exits 0 "the same as JSON" "$@" --compare -o json
[ -n "$(value_of dgx-spark decode_time)" ] && [ -z "$(ratio_of dgx-spark decode_time)" ]
check "a value and no ratio" $?
exits 0 "the same in rows" "$@"
says "the row says so" out "dgx-spark .* 38.42 ms tp-communication-not-counted rtx-5090"
exits 0 "where all cases lack it" kvcache --model llama-3.1-8b --tp 2 --sweep context=4Ki,8Ki \
    --gpu dgx-spark --compare
! grep -q 'not to be compared' out
check "they can be compared" $?

# Refusals.
set -- kvcache --model llama-3.1-8b --gpu h100-sxm
exits 2 "no sweep" "$@" --compare
says "what to do" err "aicalc compare A.json B.json"
exits 2 "CSV" "$@" --sweep tp=1,2 --compare -o csv
exits 2 "a file of CSV" "$@" --sweep tp=1,2 --compare -O x.csv
exits 2 "formulas" "$@" --sweep tp=1,2 --compare --explain
exits 2 "too many" "$@" --sweep 'context=1..100+1' --compare
says "how to choose" err "choose with --where, or with --sort and --top"
exits 0 "chosen of many" "$@" --sweep 'context=1..100+1' --compare --sort kv_total:desc --top 3
exits 2 "one answer" compare h100-sxm.json
exits 2 "standard input twice" compare - - </dev/null
exits 2 "no file" compare h100-sxm.json nowhere.json
exits 2 "too many answers" compare $(yes h100-sxm.json | head -n 17)
"$program" power --gpus 8 --gpu h100-sxm -o json >power.json
exits 2 "two calculators" compare h100-sxm.json power.json
says "which" err "h100-sxm.json is an answer of 'kvcache' and power.json one of 'power'"
"$program" "$@" --sweep tp=1,2 -o json >sweep.json
exits 2 "a sweep" compare h100-sxm.json sweep.json
sed 's/"calculator": "kvcache"/"calculator": "other"/' h100-sxm.json >other.json
exits 2 "an unknown calculator" compare other.json h100-sxm.json
sed 's/"decode_time": {"value": [^,]*, "unit": "s"/"decode_time": {"value": 1, "unit": "min"/' \
    h100-sxm.json >units.json
exits 0 "another unit" compare h100-sxm.json units.json --fields decode_time
says "is no value" out "units against h100-sxm: it has no decode_time"
exits 2 "an unknown result" compare h100-sxm.json b200.json --fields nope
exits 2 "CSV of saved answers" compare h100-sxm.json b200.json -o csv
exits 0 "help" compare -h
exits 0 "a name and a number at the head of columns" kvcache --model llama-3.1-8b --sweep context=8Ki,16Ki --compare
grep -q 'context 16384' out && ! grep -q '^  context  ' out
check "what the heads of columns say is a row too" $?
"$program" compare h100-sxm.json b200.json >/dev/full 2>err
[ $? -eq 3 ]
check "a full disk" $?
finish
