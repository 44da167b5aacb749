# SPDX-License-Identifier: Apache-2.0
# diff.sh PROGRAM PROJECT: what differs between two answers, and what is no answer.
set -u
program=$1
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# has NAME TEXT: the output has a line with the text.
has() {
    grep -qF -- "$2" out
    check "$1: no '$2'" $?
}

hasnt() {
    ! grep -qF -- "$2" out
    check "$1: '$2'" $?
}

"$program" kvcache --model llama-3.1-8b --context 8Ki -o json >a.json
"$program" kvcache --model llama-3.1-8b --context 8Ki --tp 2 --gpu h100-sxm -o json >gpu.json
"$program" kvcache --model llama-3.1-70b --context 16Ki -o json >b.json
"$program" kvcache --model command-r --gpu v100-16gb-sxm -o json >warned.json
"$program" kvcache --model command-r -o json >unwarned.json
"$program" kvcache --model llama-3.1-8b --context 8Ki..16Ki -o json >range.json
"$program" power --gpus 8 --node dgx-h100 -o json >power.json
"$program" kvcache --model llama-3.1-8b --sweep context=8Ki,16Ki -o json >sweep.json

# 8 B of 32 layers, 8 heads of 128 in 2 bytes: 128 KiB a token; 70 B has 80 layers: 320 KiB.
run table 0 diff a.json b.json
has table 'kvcache: before, after, change'
has table 'llama-3.1-8b  llama-3.1-70b'
grep -q '^  kv_per_token  *128.0 KiB  *320.0 KiB  *+192.0 KiB  *+150 %$' out
check "table: kv_per_token" $?
hasnt table kv_heads
run json 0 diff a.json b.json -o json
has json '"schema": "aicalc-diff/1"'
has json '"equal": false'
has json '"kv_per_token": {"unit": "B", "before": {"value": 131072, "basis": "assumed"}, "after": {"value": 327680, "basis": "assumed"}, "absolute": 196608, "relative": 1.5}'
has json '"model": {"before": {"value": "llama-3.1-8b", "origin": "flag"}, "after": {"value": "llama-3.1-70b", "origin": "flag"}}'
run csv 0 diff a.json b.json -o csv
has csv 'part,name,before,after,unit,absolute,relative'
has csv 'result,kv_per_token,131072,327680,B,196608,1.5'
run markdown 0 diff a.json b.json -o markdown
has markdown '| kv_per_token | 128.0 KiB | 320.0 KiB | +192.0 KiB | +150 % |  |'
run back 0 diff b.json a.json -o csv
has back 'result,kv_per_token,327680,131072,B,-196608,-0.6'

run "the same answer" 0 diff a.json a.json
has "the same answer" 'do not differ'
run "the same answer as JSON" 0 diff a.json a.json -o json
has "the same answer as JSON" '"equal": true'
"$program" diff a.json - <b.json >out 2>err
check "from standard input" $?
has "from standard input" '+192.0 KiB'

run "inputs and results that came" 0 diff a.json gpu.json
grep -q '^  tp  *1  *2  *+1  *+100 %  default -> flag$' out
check "an origin that changed with its value" $?
grep -q '^  gpu  *h100-sxm  *new  *flag$' out
check "an input that came" $?
grep -q '^  fits  *yes  *new$' out
check "a result that came" $?
hasnt "what did not change" '  kv_per_token '
run "results that went" 0 diff gpu.json a.json
grep -q '^  fits  *yes  *gone$' out
check "a result that went" $?
run "warnings that came" 0 diff unwarned.json warned.json
has "warnings that came" '  new   unverified: '
run "warnings that went" 0 diff warned.json unwarned.json -o json
has "warnings that went" '"went": ['
has "warnings that went" '{"id": "unverified", "text": '
run "a range" 0 diff a.json range.json

# A calculator, a field and a unit of another version.
printf '%s' '{"schema": "aicalc/1", "calculator": "orrery", "inputs": {}, "results": {"moons": {"value": 2, "unit": "moon"}, "dust": {"value": 0}}}' >orrery.json
printf '%s' '{"schema": "aicalc/1", "calculator": "orrery", "inputs": {}, "results": {"moons": {"value": 3, "unit": "moon"}, "dust": {"value": 1}}}' >orrery2.json
run "an unknown calculator" 0 diff orrery.json orrery2.json
grep -q '^  moons  *2 moon  *3 moon  *+1 moon  *+50.0 %$' out
check "an unknown calculator, raw" $?
grep -q '^  dust  *0  *1  *+1$' out
check "no share of zero" $?

run "a missing file" 2 diff a.json nowhere.json
run "one file" 2 diff a.json
run "three files" 2 diff a.json b.json a.json
run "both on standard input" 2 diff - -
run "an option of calculators" 2 diff a.json b.json --explain
run "an unknown option" 2 diff a.json b.json --brief
run "no drawing of it" 2 diff a.json b.json -o svg
run "two calculators" 2 diff a.json power.json
grep -q "'kvcache'.*'power'" err
check "two calculators: both are named" $?
run "a sweep" 2 diff a.json sweep.json
grep -q 'sweep' err
check "a sweep: says so" $?
for text in '' '{}' '[]' '3' '{"schema": "aicalc/1"}' '{"schema": "aicalc-report/1"}' \
    '{"schema": "aicalc/1", "calculator": "kvcache", "inputs": {"tp": 3}, "results": {}}' \
    '{"schema": "aicalc/1", "calculator": "kvcache", "inputs": {}, "results": {"x": {"value": {}}}}' \
    '{"schema": "aicalc/1", "calculator": "kvcache", "inputs": {}, "results": {}, "warnings": {}}' \
    '{"schema": "aicalc/1", "calculator": "kvcache", "inputs": {}, "results": {}, "warnings": [3]}'; do
    printf '%s' "$text" >odd.json
    run "no answer: $text" 2 diff a.json odd.json
    run "no answer first: $text" 2 diff odd.json a.json
done
run help 0 diff --help
has help 'exit code'
"$program" diff a.json b.json >/dev/full 2>err
[ $? -eq 3 ]
check "a full disk" $?
# No upper limit on either side is the same; on one side it is a change.
for value in null 3; do
    printf '{"schema": "aicalc/1", "version": "1.1.0", "calculator": "serve", "inputs": {}, "results": {"ttft_high": {"value": %s}}}' \
        $value >limit-$value.json
done
"$program" diff limit-null.json limit-null.json >out 2>err
check "no upper limit twice: $(cat err)" $?
grep -q 'do not differ' out
check "no upper limit twice: $(cat out)" $?
"$program" diff limit-null.json limit-3.json >out 2>err
grep -q 'ttft_high' out
check "an upper limit: $(cat out err)" $?
finish
