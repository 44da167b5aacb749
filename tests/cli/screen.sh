# SPDX-License-Identifier: Apache-2.0
# screen.sh PROGRAM PROJECT: what a first screen says of what it rests on: marks where they tell something, and
# what is assumed with how far it moves the answer.
set -u
program=$1
. "$2/tests/cli/check.inc.sh"
export COLUMNS=80

# marked FILE: how many rows of the table have the mark of what is assumed
marked() {
    sed -n 's/^  [a-z_]*  *[^ ][^?]* ? .*/&/p' "$1" | wc -l
}

# Every row rests on a default: the line says it, no row does.
run 'all assumed' 0 kvcache gpt-oss-120b --gpu h100-sxm --context 128Ki
[ "$(marked out)" -eq 0 ]
check "marks where every row rests on a default: $(marked out)" $?
lacks out '? rests on'
has out 'max_context_fit'
has out ' % at sglang, +'

# Some do: a mark tells which.
run 'some assumed' 0 model llama-3.1-70b
has out '  weight_bytes               131.4 GiB ? bytes of the weights'
has out '  params_total                  70.55B   parameters of the model'
has out '? rests on a default'
has out '  assumed: weight_dtype bf16 (weight_bytes -'

# Three are named for want of room: rows that rest on others have the mark, and the legend says which.
run 'more than are named' 0 train-memory llama-3.1-70b --gpus 64 --gpu h100-sxm --zero 3
has out '? rests on other defaults too'
has out '  assumed: recompute none (total_memory -'
has out ' more: --all'
has out ' ? data parallel degree'

# How far a default moves an answer is what a question with the other value answers.
moved=$("$program" train-memory llama-3.1-8b --gpus 8 --gpu h100-sxm --zero 3 --all |
    tr '\n' ' ' | tr -s ' ' | sed -n 's/.*seq 4096 (\([^)]*\)).*/\1/p')
wanted=$(for seq in 2048 4096 8192; do
    "$program" train-memory llama-3.1-8b --gpus 8 --gpu h100-sxm --zero 3 --seq $seq --fields total_memory -q
done | awk '{ v[NR] = $1 } END { printf "%.2g..+%.2g %% from 2048 to 8192", 100 * (v[1] / v[2] - 1), 100 * (v[3] / v[2] - 1) }')
[ "${moved#total_memory }" = "$wanted" ]
check "seq moves '$moved', asked '$wanted'" $?

# A layout is searched anew for each end: keeping tp 2 for shorter sequences would say +45 %.
moved=$("$program" layout llama-3.1-70b --node dgx-h100 --gpus 64 --all |
    tr '\n' ' ' | tr -s ' ' | sed -n 's/.*seq 4096 (\([^)]*\)).*/\1/p')
wanted=$(for seq in 2048 4096 8192; do
    "$program" layout llama-3.1-70b --node dgx-h100 --gpus 64 --seq $seq --fields step_time -q
done | awk '{ v[NR] = $1 } END { printf "%.2g..+%.2g %% from 2048 to 8192", 100 * (v[1] / v[2] - 1), 100 * (v[3] / v[2] - 1) }')
[ "${moved#step_time }" = "$wanted" ]
check "seq moves '$moved', asked '$wanted'" $?

# The page says the same of each, and has no badge on each card where all are assumed.
run page 0 kvcache gpt-oss-120b --gpu h100-sxm --context 128Ki -o html
has out 'max_context_fit'
! grep -q '<div class="card.*<span class="basis assumed">' out
check 'a badge on cards that are all assumed' $?
run marks 0 explain '?'
tr -s ' \n' ' ' <out >err
has err "the line 'assumed' names those defaults and how far they move the answer"

# Hours that nobody pays say what they would cost at the usual price of the GPU, in words: no result has it.
job='llama-3.1-70b --tokens 15T --gpus 4096'
run 'no price' 0 train-time $job --gpu h100-sxm
bill=$("$program" cost --gpu h100-sxm --gpu-hours "$("$program" train-time $job --gpu h100-sxm --fields gpu_hours -q)" |
    sed -n 's/^cost: the run costs \([^,]*\), .*/\1/p')
has out "  at the usual 5.07 USD/h (3.20..12.29): $bill, --gpu-price"
run 'its price' 0 train-time $job --gpu h100-sxm --gpu-price 2.5
lacks out 'at the usual'
run 'a GPU that nobody rents out' 0 train-time $job --gpu gaudi-3
lacks out 'at the usual'
run 'a sweep' 0 train-time $job --sweep gpu=h100-sxm,gaudi-3
has out '  at usual price'
has out "$bill"
run 'for programs' 0 train-time $job --gpu h100-sxm -o json
lacks out "$bill"
lacks out 'at the usual 5'
finish
