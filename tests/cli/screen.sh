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

# GPUs that are rented, bought or powered by the node: all of them, and how many are used, in the first sentence.
first() {
    sed '/^  [a-z-]*: /,$d; /^$/,$d' out | tr -s ' \n' ' ' >err
}
load='--prompt 2000 --answer 300'
run 'replicas on nodes of a cloud' 0 serve llama-3.1-70b --node p5.48xlarge $load --rate 12/s
first
has err 'serve: 16 GPUs (2 nodes), 12 used, serve it: 3 replicas of 4'
run 'a batch of them' 0 serve llama-3.1-8b --node p5.48xlarge $load --requests 1000
first
has err 'serve: 8 GPUs (1 node), 1 used, are done in'
run 'limits' 0 serve llama-3.1-8b --node p5.48xlarge $load --tp 1
first
has err 'serve: 8 GPUs (1 node), 1 used:'
run 'GPUs that are rented alone' 0 serve llama-3.1-70b --node p5.48xlarge $load --rate 12/s --rent-unit gpu
first
has err 'serve: 12 GPUs serve it'
run 'rent of a month' 0 cost --node p5.48xlarge --gpus 12
first
has err 'of rent for 16 GPUs (2 nodes), 12 used'
run 'rent of a run' 0 cost --node p5.48xlarge --gpus 12 --duration 30d
first
has err 'cost: 16 GPUs (2 nodes), 12 used: the run costs'
run 'nodes that are bought' 0 cost --node dgx-h100 --node-capex 300000USD --gpus 12
first
has err 'cost: 16 GPUs (2 nodes), 12 used: '
run 'full nodes' 0 cost --node p5.48xlarge --gpus 16 --duration 30d
first
lacks err 'used'
run 'power of nodes' 0 power --node dgx-h100 --gpus 12
first
has err 'for 16 GPUs (2 nodes), 12 used'
run 'energy of nodes' 0 power --node dgx-h100 --gpus 12 --duration 30d
first
has err 'power: 16 GPUs (2 nodes), 12 used: '
run 'a service on nodes' 0 service llama-3.1-70b --node p5.48xlarge $load --rate 12/s
first
has err 'on 16 h100-sxm = 2 x p5.48xlarge (12 used): '
run 'one that fills them' 0 service llama-3.1-70b --node p5.48xlarge $load --rate 12/s --tp 8
first
lacks err 'used'
run 'a plan on a part of a node' 0 plan llama-3.1-8b --node p5.48xlarge --gpus 4 --tokens 100B
first
has err '8 h100-sxm (1 p5.48xlarge), 4 used: '
run 'hours that are no bill' 0 train-time llama-3.1-8b --node p5.48xlarge --gpus 12 --tokens 100B
tr -s ' \n' ' ' <out >err
has err 'lacks: checkpoints and failures: --gpu-mtbf 50000h --checkpoint-stall 30s; GPUs of the last node beside them, 4'
lacks err 'failures (0 %)'

# The sentence of a composition has what one says aloud: three digits, two of a band, a unit once.
run 'digits of a plan' 0 plan llama-3.1-70b --node p5en.48xlarge --gpus 512 --tokens 2T
first
grep -qE ': [0-9.]{4} d \([0-9]{2}\.\.[0-9]{2}\), \$[0-9.]{4}M \([0-9.]{3}\.\.[0-9.]{3}\) for GPUs, fits \([0-9]{3} of [0-9]{3} GiB\)' err
check "digits: $(cat err)" $?
tr -s ' \n' ' ' <out >err
grep -qE 'micro batch [0-9]+ batch [0-9]+ x 4096 tokens' err
check 'batch x seq' $?

# All that is paid for a month, and not its capacity alone.
run 'throughput is paid too' 0 storage ebs-gp3 --data 1TB --required-read-bw 500GB/s
has out '$18,881 a month for 956.0 GiB'

# A band that is wide is told as factors, one without width not at all.
run 'a wide band' 0 serve llama-3.1-8b --gpu h100-sxm --prompt 4000 --answer 1 --replicas 1 --rate 20.317/s
grep -qE '^  ttft_tail .* 0[.][0-9]+[.][.][0-9]+ times' out
check "a wide band: $(grep ttft_tail out)" $?
run 'no width' 0 serve llama-3.1-8b --gpu h100-sxm $load --rate 2/s
lacks out '0..0%'

# A limit is kept or not, and the first sentence says so, in every calculator that has one.
# limit WORDS COMMAND...: the first sentence has these words.
limit() {
    words=$1
    shift
    run "$*" 0 "$@"
    first
    has err "$words"
}
limit 'too long: a checkpoint stalls for 3.293 min, 60 s are allowed: 16.46 GB/s would do' \
    checkpoint llama-3.1-70b --gpus 64 --max-stall 60s --write-bw 5GB/s
limit 'a checkpoint stalls for 3.293 min, within the 10.00 min that are allowed' \
    checkpoint llama-3.1-70b --gpus 64 --max-stall 10min --write-bw 5GB/s
limit 'too long: a checkpoint stalls for 6.173 s, 1 s are allowed: 154.3 GB/s out of each GPU' \
    checkpoint llama-3.1-70b --gpus 64 --max-stall 1s --write-bw 5GB/s --mode async
limit 'too long: ' checkpoint llama-3.1-70b --gpus 64 --interval 1h --target-stall 2% --write-bw 5GB/s
limit 'more is lost than 1%: a checkpoint takes 3.293 min, 6.977 GB/s would do' \
    checkpoint llama-3.1-70b --gpus 64 --target-overhead 1% --write-bw 5GB/s
limit 'no more is lost than 5%' checkpoint llama-3.1-70b --gpus 64 --target-overhead 5% --write-bw 5GB/s
job='train-time llama-3.1-8b --gpu h100-sxm --gpus 64 --tokens 1T'
# shellcheck disable=SC2086 # words
limit 'too late: 64 GPUs take 22.05 d of 10d; 144 finish in it' $job --deadline 10d
# shellcheck disable=SC2086 # words
limit 'in time: 64 GPUs take 22.05 d of 30d; 48 would do' $job --deadline 30d
limit 'too late: 24.69 h of 2h' prep --items 100M --cpu-time 800ms --cores 1000 --deadline 2h
limit 'in time: 24.69 h of 2d' prep --items 100M --cpu-time 800ms --cores 1000 --deadline 2d
limit 'too late: 27.78 h of 1d' transfer --from s3-standard --data 100TB --link-bw 10Gb/s --deadline 1d
limit 'in time: 27.78 h of 5d' transfer --from s3-standard --data 100TB --link-bw 10Gb/s --deadline 5d
limit 'keep the limits: 2 replicas of 4' \
    serve llama-3.1-70b --node p5.48xlarge $load --rate 4/s --tpot-limit 50ms --ttft-limit 1s
limit 'keep the limits, tight: 1 replica of 8' serve llama-3.1-70b --node p5.48xlarge $load --rate 4/s --tpot-limit 25ms --tp 8
limit 'the site feeds it: 106.1 of 200kW' power --node dgx-h100 --gpus 64 --site-power 200kW
limit 'the site does not feed it: ' power --node dgx-h100 --gpus 64 --site-power 100kW
data='--gpus 64 --sample-rate 3000/s --sample-size 110kB --dataset-size 20TB --read-bw 20GB/s'
limit 'they compute more than the 90% that is wanted' dataload $data --target-utilization 90%
limit '20.91 GB/s would feed them' dataload $data --target-utilization 99%
limit 'does not serve (read-throughput)' storage azure-blob-hot-lrs --data 1TB --required-read-bw 100GB/s
limit 'serves what is required: ' storage ebs-gp3 --data 1TB --required-read-bw 500GB/s
limit 'do not fit in vllm on 1 GPU: the most is 1' kvcache llama-3.1-8b --gpu l4 --context 32Ki --sequences 4
job='plan llama-3.1-8b --node dgx-h100 --gpus 64 --tokens 1T'
# shellcheck disable=SC2086 # words
limit 'too late: the deadline is 5d; too long: a checkpoint stalls for 22.5 s, 1s are allowed; the site does not feed it: 109 of 50kW' \
    $job --deadline 5d --site-power 50kW --max-stall 1s
# shellcheck disable=SC2086 # words
limit 'in time for 20d, tight: not at the slow end of the band; a checkpoint stalls for 22.5 s, within 100s; the site feeds it' \
    $job --deadline 20d --site-power 150kW --max-stall 100s
# shellcheck disable=SC2086 # words
limit 'in time for 40d' $job --deadline 40d
finish
