# SPDX-License-Identifier: Apache-2.0
# measured.sh PROGRAM PROJECT: --measured as a user types it: what is compared, the flag that
# explains it and gives what was measured when it is pasted, bands, verdicts that are tight.
set -u
program=$1
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# explains NAME RESULT=VALUE ARGUMENT...: the flag that the answer names, given, makes the computed
# value the measured one, to the four digits of the flag.
explains() {
    case=$1
    measured=$2
    shift 2
    run "$case" 0 "$@" --measured "$measured" -o json
    flag=$(sed -n 's/.*"flag": "\([^"]*\)".*/\1/p' out)
    [ -n "$flag" ]
    check "$case: no flag in $(grep '"computed"' out)" $?
    # shellcheck disable=SC2086 # an option and its value
    run "$case, $flag" 0 "$@" $flag --measured "$measured" -o json
    ratio=$(sed -n 's/.*"ratio": \([0-9.e+-]*\).*/\1/p' out)
    awk -v r="$ratio" 'BEGIN { exit !(r > 0.998 && r < 1.002) }'
    check "$case: with $flag the ratio is $ratio" $?
}

set -- train-time --params 7B --tokens 2T --gpus 256 --gpu a100-80gb-sxm
run "given mfu" 0 "$@" --mfu 0.5 --measured train_time=40d -o json
has out '"parameter": "mfu"'
explains "usual speed" gpu_hours=250000h "$@"
explains "collective" busbw=300GB/s collective --node dgx-h100 --ranks 64 --size 8GiB
has out '"parameter": "nic_efficiency"'
explains "decoding" decode_time=12ms kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm
has out '"parameter": "mbu"'
explains "pool" kv_pool=50GiB kvcache --model llama-3.1-8b --gpu h100-sxm --engine vllm
explains "energy" energy=900MWh power --node dgx-h100 --gpus 1024 --duration 30d
explains "memory" total_memory=50GiB train-memory --model llama-3.1-8b --gpus 8 --zero 3
explains "less memory" allocated_memory=35GiB train-memory --model llama-3.1-8b --gpus 8 --zero 3
explains "transfer" transfer_rate=5GB/s transfer --data 1PB --link-bw 100Gbps
explains "failed drives" failures_per_year=50 store --drive hdd-24tb --data 20PB --drives-per-server 60
explains "bill" cost_per_gpu_hour=8USD/h cost --node p5.48xlarge --gpu-hours 1M
explains "failures" mtbf=50h checkpoint --params 70B --gpus 512 --write-bw 100GB/s

run "inside, json" 0 "$@" --measured train_time=25d -o json
has out '"measured": ['
has out '{"result": "train_time", "computed":'
has out '"inside": true'
lacks out 'measured-outside'
run "outside is a warning" 0 "$@" --measured train_time=200d -o json
has out '"inside": false'
has out '"id": "measured-outside"'
run "no band" 0 "$@" --mfu 0.5 --measured mfu_used=0.45 -o json
lacks out '"inside"'
run "two, table" 0 "$@" --measured train_time=25d --measured mfu_used=1.5
has out 'Computed'
has out 'inside'
has out 'outside'
has out 'explains it'
run "markdown" 0 "$@" --measured train_time=20d -o markdown
has out '| Result | Computed | Measured | Ratio | Band | Explained by |'
run "none asked, none told" 0 "$@" -o json
lacks out '"measured"'

run "unknown result" 2 "$@" --measured train_tim=20d
has err "did you mean 'train_time'"
run "no unit" 2 "$@" --measured train_time=20
has err "20h"
run "other dimension" 2 "$@" --measured train_time=20GiB
run "no value" 2 "$@" --measured train_time
has err 'RESULT=VALUE'
run "does not apply" 2 "$@" --measured step_time=1s
has err 'does not apply'
run "with a range" 2 "$@" --mfu 0.4..0.5 --measured train_time=20d
has err 'of one job'
run "with a sweep" 2 "$@" --sweep mfu=0.4,0.5 --measured train_time=20d
has err '--measured together with --sweep'
run "with a solve" 2 "$@" --solve gpus=min --budget 'train_time <= 20d' --measured train_time=20d
has err '--measured together with --solve'
run "a flag" 2 power --node dgx-h100 --gpus 64 --site-power 1MW --measured fits=true
has err "facility_power=VALUE"
run "no calculator" 2 catalog --measured train_time=20d

# A verdict within the error of what it compares is tight; JSON says by how much.
set -- train-memory --model llama-3.1-8b --gpus 8 --zero 3
run "fits" 0 "$@" --gpu-memory 80GiB --fields fits
has out 'yes'
run "tight" 0 "$@" --gpu-memory 48GiB --fields fits
has out 'tight'
lacks out 'no, tight'
run "not, but tight" 0 "$@" --gpu-memory 45GiB --fields fits -o markdown
has out 'no, tight'
run "does not fit" 0 "$@" --gpu-memory 30GiB --fields fits
lacks out 'tight'
run "tight, json" 0 "$@" --gpu-memory 48GiB --fields fits,total_memory -o json
has out '"fits": {"value": true, "basis": "assumed", "fits_margin": 0.0'
has out '"fits_error": {"result": "total_memory", "low": '
has out '"band": {"low": '
cp out first.json
run "an answer with bands, fed back" 0 train-memory --input first.json --fields fits,total_memory \
    -o json
cmp -s out first.json
check "$name: other bytes" $?
run "and checked" 0 check first.json
run "where the band is from" 0 "$@" --explain --fields total_memory
has out 'measured: torchtitan'

# check files
cat >checks.json <<'END'
{"schema": "aicalc-check/1", "checks": [
  {"name": "run 17", "calculator": "train-time",
   "inputs": {"params": "7B", "tokens": "1T", "gpus": 64, "gpu": "h100-sxm"},
   "budgets": ["train_time <= 25d"], "measured": {"train_time": "60d", "gpu_hours": "40000h"}}]}
END
run "check, outside" 0 check checks.json
has out 'warn: 1 check'
has out 'measured 60.00 d'
run "check, json" 0 check checks.json -o json
has out '"measured": ['
has out '"flag": "--'
run "check, github" 0 check checks.json -o github
has out '::warning file=checks.json'
sed 's/60d/20d/' checks.json >inside.json
run "check, inside" 0 check inside.json
has out 'pass: 1 check'
sed 's/train_time": "60d/train_tim": "60d/' checks.json >wrong.json
run "check, unknown result" 2 check wrong.json
has err "train_tim"
sed 's/"60d"/60/' checks.json >wrong.json
run "check, no text" 2 check wrong.json
has err 'a measured value is a text'
sed 's/{"train_time": "60d", "gpu_hours": "40000h"}/[]/' checks.json >wrong.json
run "check, no object" 2 check wrong.json
has err "an object of results"
sed 's/train_time": "60d/step_time": "60s/' checks.json >wrong.json
run "check, does not apply" 2 check wrong.json
has err 'does not apply'
finish
