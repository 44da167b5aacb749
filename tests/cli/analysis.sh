# SPDX-License-Identifier: Apache-2.0
# analysis.sh PROGRAM PROJECT: ranges, --gate, --solve and --sensitivity as a user types them:
# exit codes, what is printed, and answers that come back the same.
set -u
program=$1
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

empty() {
    [ ! -s "$1" ]
    check "$name: $1 is not empty" $?
}

set -- train-time --params 7B --tokens 2T --gpus 256 --gpu a100-80gb-sxm
run "range, json" 0 "$@" --mfu 0.4..0.5 -o json
has out '"mfu": {"value": 0.45, "low": 0.4, "high": 0.5, "unit": "1", "origin": "flag"}'
cp out first.json
run "range, fed back" 0 train-time --input first.json -o json
cmp -s out first.json
check "$name: other bytes" $?
run "range, fed back with another value" 0 train-time --input first.json --mfu 0.4 -o json
cp out one.json
run "the same without a range" 0 "$@" --mfu 0.4 -o json
cmp -s out one.json
check "$name: other bytes" $?
run "two ranges, fed back" 0 kvcache --model llama-3.1-8b --context 4Ki..128Ki --tp 1..8 -o json
cp out two.json
run "two ranges, by pipe" 0 kvcache --input two.json -o json
cmp -s out two.json
check "$name: other bytes" $?
run "range, csv" 0 "$@" --mfu 0.4..0.5 -o csv
has out 'result,value,low,high,unit,basis'
awk -F, 'NR > 1 && $3 != "" && $3 == $3 + 0 { if ($3 > $2 || $2 > $4) wrong++; rising += $3 < $4 }
    END { exit !(rising > 0 && !wrong) }' out
check "$name: low is not below the value and high above it" $?
run "no range, csv" 0 "$@" --mfu 0.4 -o csv
has out 'result,value,unit,basis'
run "range, markdown" 0 "$@" --mfu 0.4..0.5 -o markdown
has out '| Result | Value | Low | High | Ends | Basis |'
run "range, table" 0 "$@" --mfu 0.4..0.5
has out 'mfu 0.4..0.5'

budget='train_time <= 25d'
run "budget at the worst end" 1 "$@" --mfu 0.3..0.9 --budget "$budget" -o json
run "budget at the low end" 0 "$@" --mfu 0.3..0.9 --budget "$budget" --gate low -o json
run "budget at the high end" 1 "$@" --mfu 0.3..0.9 --budget "$budget" --gate high -o json
run "gate of worst" 1 "$@" --mfu 0.3..0.9 --budget "$budget" --gate worst -o json
run "gate without a range" 2 "$@" --mfu 0.3 --gate low
has err 'range'
run "a flag that holds somewhere" 1 kvcache --model llama-3.1-8b --context 4Ki..128Ki \
    --sequences 1..64 --gpu h100-sxm --budget fits
run "an impossible corner" 2 "$@" --mfu 0.4 --gpus-per-node 8 --tp 1..3
has err 'tp 3'
empty out
run "a range the wrong way round" 2 "$@" --mfu 0.5..0.4
run "a range of a choice" 2 kvcache --model llama-3.1-8b --context 1 --kv-dtype bf16..fp8

set -- kvcache --model llama-3.1-8b --context 8Ki
run "a budget that is exceeded" 1 "$@" --budget 'kv_total <= 512MiB'
has out "  aicalc kvcache --model llama-3.1-8b --context 8Ki --budget 'kv_total <= 512MiB' --kv-dtype fp8"
has out '    -> kv_per_sequence 512.0 MiB, budgets hold'
run "one that only warns wants no next step" 0 "$@" --budget 'warn: kv_total <= 512MiB'
lacks out 'Next step'

set -- checkpoint --params 70B --gpus 512 --gpu-mtbf 50677h
run "solve" 0 "$@" --solve write_bw=min --budget 'goodput >= 97%' -o json
has out '"origin": "solve"'
has out '"parameter": "write_bw"'
has out '"binding": "goodput >= 97%"'
value=$(sed -n 's/^    "value": \(.*\),$/\1/p' out)
neighbor=$(sed -n 's/^    "neighbor": \(.*\),$/\1/p' out)
cp out solved.json
run "the value found" 0 "$@" --write-bw "${value}B/s" --budget 'goodput >= 97%'
run "its neighbour" 1 "$@" --write-bw "${neighbor}B/s" --budget 'goodput >= 97%'
run "solve, fed back" 0 checkpoint --input solved.json -o json
has out '"origin": "solve"'
run "solve, table" 0 "$@" --solve write_bw=min --budget 'goodput >= 97%'
has out 'is the smallest'
run "solve, markdown" 0 "$@" --solve write-bw=min --budget 'goodput >= 97%' -o markdown
has out 'searched'
run "solve finds nothing" 1 "$@" --solve write_bw=min --budget 'goodput >= 100%'
has err 'no value of write_bw meets the budgets'
empty out
run "solve finds nothing, json" 1 "$@" --solve write_bw=min --budget 'goodput >= 100%' -o json
has err '"code": "no-solution"'
empty out
run "solve without a budget" 2 "$@" --solve write_bw=min
run "solve of no parameter" 2 "$@" --solve write_bv=min --budget 'goodput >= 97%'
has err "did you mean 'write_bw'?"
run "solve without a goal" 0 "$@" --solve write_bw --budget 'goodput >= 97%'
run "solve with a range" 2 "$@" --solve write_bw=min --budget 'goodput >= 97%' --restart-time 1min..9min
run "solve with a gate" 2 "$@" --solve write_bw=min --budget 'goodput >= 97%' --gate low
run "solve an impossible question" 2 checkpoint --solve gpus=min --budget 'goodput >= 97%'
run "solve over names" 0 kvcache --model llama-3.1-70b --context 128Ki --solve gpu=min --budget fits
has out 'in the order of the catalog'
set -- storage --data 50TB --file-size 8MB --solve tier=min
run "solve takes the first tier" 0 "$@" --budget 'storage_cost <= 30000USD' --fields storage_cost
has out 'tier s3-standard'
run "solve takes the first that serves" 0 "$@" --required-read-bw 40GB/s \
    --budget 'storage_cost <= 30000USD' --fields storage_cost
has out 'tier fsx-lustre-scratch-2'
run "solve among tiers of which none serves" 1 "$@" --required-read-bw 1MB/s --retrieval-time 5h \
    --budget 'storage_cost <= 1e9USD'
has err 'no value of tier will do; serves is false for all that are possible'

set -- train-time --params 7B --tokens 2T --gpus 256 --gpu a100-80gb-sxm --mfu 0.4
LC_ALL=C
export LC_ALL
run "sensitivity" 0 "$@" --sensitivity
has out 'Sensitivity of train_time'
has out '##########|'
LC_ALL=C.UTF-8
run "sensitivity, blocks" 0 "$@" --sensitivity
has out '██████████│'
run "sensitivity, json" 0 "$@" --sensitivity --fields train_time -o json
has out '{"parameter": "mfu", "low": 0.36, "high": 0.44'
run "sensitivity, markdown" 0 "$@" --sensitivity --fields train_time -o markdown
has out '| Result | Input | From .. to | Result then | Elasticity |'
run "sensitivity over a range" 0 train-time --params 7B --tokens 2T --gpu a100-80gb-sxm --mfu 0.4 --gpus 128..512 --fields train_time --sensitivity -o json
has out '{"parameter": "gpus", "low": 128, "high": 512'
finish
