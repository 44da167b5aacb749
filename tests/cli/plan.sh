# SPDX-License-Identifier: Apache-2.0
# plan.sh PROGRAM PROJECT: compositions as a user asks them: every format, the examples, what is
# said where a value goes to no part or a part does not know it.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# narrow: no line of out is wider than a terminal.
narrow() {
    [ "$(awk '{ n = length($0); if (n > most) most = n } END { print most }' out)" -le 80 ]
    check "$name: a line is wider than 80 columns" $?
}

set -- --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T
run plan 0 plan "$@"
narrow
[ "$(wc -l <out)" -le 60 ]
check "the first screen of a plan: $(wc -l <out) lines" $?
! grep -q ' $' out
check 'a line that ends with a blank' $?
has out '  assumed: seq 4096 (total_cost -'
for part in layout train-memory network checkpoint train-time power cost; do
    has out "$part: "
done
has out 'nvme-gen5-tlc-15tb); '
! grep -q '[a-z]\.\.$' out
check 'the first screen cuts a sentence' $?
run 'a part in full' 0 plan "$@" --part network
narrow
has out dp_critical_nic_bw
lacks out 'wall time of the run'
for format in json csv markdown html svg; do
    run "plan as $format" 0 plan "$@" -o $format
    [ -s out ]
    check "plan as $format: nothing" $?
done
run 'answer' 0 plan "$@" -o json
mv out answer.json
run 'the same answer again' 0 plan --input answer.json -o json
cmp -s out answer.json
check 'an answer that is asked again differs' $?

# A comparison that a buyer decides from, in every format for people.
nodes='node=p5,dgx-b200,gb200-nvl72'
bill='--gpu-price 2USD/h'
# shellcheck disable=SC2086 # a list of words
for shown in "--compare" "--compare -o markdown" "--compare -o html" "-o markdown" "-o html"; do
    run "three generations, $shown" 0 plan --model llama-3.1-8b --gpus 72 --tokens 1T $bill --sweep $nodes $shown
    for result in train-memory.fits train-time.train_time cost.total_cost train-time.gpu_hours power.energy; do
        has out "$result"
    done
done
run 'three generations as a table' 0 plan --model llama-3.1-8b --gpus 72 --tokens 1T --sweep $nodes
narrow
has out 'fits            train_time'
run 'all keys' 0 plan --model llama-3.1-8b --gpus 72 --tokens 1T --sweep $nodes -o markdown --all
has out layout.vpp_used

# Of each result of a part: what its calculator says of the same inputs.
run 'a part alone' 0 plan "$@" --layout given --fields power.energy,power.facility_power -o csv
mv out plan.csv
run 'hours' 0 plan "$@" --layout given --fields train-time.gpu_hours,fabric.power_per_gpu -o json
hours=$(sed -n 's/.*"train-time.gpu_hours": {"value": \([0-9.e+]*\).*/\1/p' out)
fabric=$(sed -n 's/.*"fabric.power_per_gpu": {"value": \([0-9.e+]*\).*/\1/p' out)
run 'power alone' 0 power --node p5 --gpus 64 --gpu-hours "$hours" --network-power-per-gpu "${fabric}W" \
    --fields energy,facility_power -o csv
[ "$(sed 's/^power\.//' plan.csv)" = "$(cat out)" ]
check "power in a plan and alone: $(cat plan.csv) $(cat out)" $?

run 'a value of a part that is not asked' 2 plan "$@" --hot-count 3
has err 'lifecycle uses it, and is not asked'
run 'a part whose own value is given' 2 plan "$@" --lifecycle.hot-count 3
has err 'leave lifecycle.hot_count out'
run 'a choice that a part lacks' 2 plan "$@" --cp-method all_gather
has err 'layout does not know'
has err '--layout.cp-method p2p or a2a'
run 'a choice that a part lacks that is not asked' 2 plan "$@" --layout given --cp 2 --cp-method all_gather
has err '--train-memory.cp-method p2p or a2a'
run 'the choice of one part' 0 plan "$@" --layout given --cp 2 --network.cp-method all_gather
run 'an impossible part' 2 plan "$@" --layout given --tp 3
has err 'train-memory: gpus'
run 'nothing given' 2 plan
has err 'aicalc: model, gpu, gpus and tokens are not given; give --model llama-3.1-70b --gpu h100-sxm --gpus 512 --tokens 2T'
# What it asks for is enough.
eval "set -- $(sed -n 's/.*; give //p' err)"
run 'what was missing' 0 plan "$@"
set -- --model llama-3.1-8b --node p5 --gpus 64 --tokens 1T
run 'nothing given to a service' 2 service
has err 'aicalc: model, gpu, prompt and answer are not given; give --model llama-3.1-70b --gpu h100-sxm --prompt 2000 --answer 300'
run 'all but one given' 2 service --model llama-3.1-8b --gpu h100-sxm --prompt 2000
has err 'aicalc: answer is not given; give --answer 300'
run 'without GPUs' 0 plan --model llama-3.1-8b --gpu h100-sxm --tokens 1T
has out 'plan: llama-3.1-8b on 1T tokens: 33867 h of GPUs'
lacks out 'does not fit'
lacks out 'Next step'
has out '  not asked: fabric, layout, network, dataload (--gpus 512); '
run 'without a GPU' 0 plan --model llama-3.1-8b --tokens 1T
has out 'plan: llama-3.1-8b on 1T tokens: 48.2 ZFLOP; --gpu h100-sxm --gpus 512 asks'
run 'a drive, by its plain name' 0 plan "$@" --drive nvme-gen5-tlc-15tb
mv out plain
run 'a drive of the store' 0 plan "$@" --store.drive nvme-gen5-tlc-15tb
cmp -s out plain
check 'a drive by its plain name and of the store differ' $?
run 'a budget that fails' 1 plan "$@" --budget 'train-time.train_time <= 1h'
run 'a budget on no result' 2 plan "$@" --budget 'train_time <= 1h'

# Without a budget what must hold is the verdict, and the goals that are given.
set -- --model llama-3.1-70b --node dgx-h100 --tokens 15T
run 'the fewest GPUs' 0 plan "$@" --gpus 8 --solve gpus
has out 'gpus 8 is the smallest that meets all budgets'
has out '7 is not possible: 7 GPUs are not whole nodes of 8'
run 'the fewest of a model that does not fit on a node' 0 plan --model llama-3.1-405b --node dgx-h100 --tokens 1T --gpus 8 --solve gpus
has out 'gpus 16 is the smallest that meets all budgets'
has out "8 does not: 'train-memory.fits'"
run 'the fewest GPUs by a deadline' 0 plan "$@" --gpus 8 --deadline 30d --solve gpus
has out 'in time for 30d'
has out "does not: 'train-time.train_time <= 30d'"
gpus=$(sed -n 's/^  gpus \([0-9]*\) is the smallest.*/\1/p' out)
check "$gpus GPUs are no whole nodes" "$((${gpus:-1} % 8))"
run 'as many are in time' 0 plan "$@" --deadline 30d --gpus "$gpus" --budget 'train-time.train_time <= 30d'
run 'a node fewer is late' 1 plan "$@" --deadline 30d --gpus "$((gpus - 8))" --budget 'train-time.train_time <= 30d'
run 'replicas of a service' 0 service --model llama-3.1-70b --node dgx-h100 --prompt 2000 --answer 300 --rate 20/s \
    --ttft-limit 1s --tpot-limit 40ms --solve replicas
has out "3 does not: 'serve.meets_slo' (is no)"

set -- --model llama-3.1-70b --node dgx-h100 --prompt 2000 --answer 300 --rate 20/s --ttft-limit 1s \
    --gpu-price 2.5USD/h
run service 0 service "$@" --tpot-limit 40ms
narrow
has out ' a token'
has out 'cost: '
has out 'service: llama-3.1-70b, 20/s of requests on 28 h100-sxm (4 dgx-h100): first'
has out 'tight; 7 replicas, 12 at the slow end of the band'
run 'a service on what a cloud rents' 0 service --model llama-3.1-70b --node p5.48xlarge --prompt 2000 --answer 300 \
    --rate 20/s --ttft-limit 1s --tpot-limit 40ms
has out 'service: llama-3.1-70b, 20/s of requests on 32 h100-sxm = 4 x p5.48xlarge'
has out '(28 used): first token'
run 'a service on GPUs' 0 service --model llama-3.1-8b --gpu h100-sxm --prompt 2000 --answer 300 --rate 20/s -o json
has out '"node": {"value": "dgx-h100", "origin": "default", "source": "node-assumed"}'
has out '"id": "node-assumed"'
run 'requests that are done' 0 service --model gpt-oss-120b --node p5.48xlarge --prompt 2000 --answer 500 --requests 100000
has out 'service: gpt-oss-120b, 100000 requests on 8 h100-sxm = 1 x p5.48xlarge'
has out '(2 used): done in 112 min'
# No narrower weights are proposed than those that the release has.
run 'weights of four bits' 0 service --model gpt-oss-120b --gpu h100-sxm --prompt 2000 --answer 300 --rate 20/s --tpot-limit 4ms
lacks out '--weight-dtype'

# Where nothing fits: whole commands, found by asking, each of which fits when it is pasted.
mkdir bin
ln -s "$program" bin/aicalc
PATH="$work/bin:$PATH"
export PATH
# ways_fit: the commands of the last answer, at least two, each fit.
ways_fit() {
    sed -n 's/^  \(aicalc plan .*\)/\1 --budget train-memory.fits/p' out >ways
    [ "$(wc -l <ways)" -ge 2 ]
    check "$name: $(wc -l <ways) ways out" $?
    while IFS= read -r way; do
        sh -c "$way" >out 2>err
        check "$name: a way out does not fit: $way" $?
    done <ways
}
run 'nothing fits' 0 plan --model llama-3.1-405b --gpu h100 --gpus 8 --tokens 1T
has out 'does not fit on 8 h100-sxm (1 dgx-h100) in any'
has out '  aicalc plan --model llama-3.1-405b --gpu h100 --tokens 1T --gpus 16'
has out '  aicalc plan --model llama-3.1-405b --gpus 8 --tokens 1T --node dgx-h200'
has out '    -> train-memory.total_memory 74.77 GiB, fits'
has out '  layout: tp 4  pp 1  dp 2  zero 3  recompute full  offload optimizer'
has out 'host memory a node 8.86 TiB'
has out 'lacking 34.2 GiB'
has out '  not asked: fabric (one scale-up domain needs no fabric); train-memory,'
ways_fit
run 'what was fixed' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 8 --tokens 1T --layout given --tp 8 -o json --brief
has out '"next": [{"command": "aicalc plan --model llama-3.1-70b --node dgx-h100 --gpus 8 --tokens 1T --tp 8", "gives": '

# What mends a given layout together, and without it on more nodes: whole commands that fit.
for fixed in '--gpus 64' '--gpus 8'; do
    # shellcheck disable=SC2086 # words
    run "a given layout on $fixed" 0 plan --model llama-3.1-405b --node dgx-h100 $fixed --tokens 1T --layout given --tp 8
    ways_fit
done
has ways '--tokens 1T --gpus 16 --budget'
run 'together' 0 plan --model llama-3.1-405b --node dgx-h100 --gpus 64 --tokens 1T --layout given --tp 8
has out '--layout given --tp 8 --zero 3 --recompute full --offload optimizer'
run 'nothing' 0 plan --model llama-3.1-8b --gpu h100-sxm --gpus 8 --tokens 1T --gpu-memory 1GB
has out 'nothing within 65536 GPUs: '
run 'GPUs of no name' 0 plan --model llama-3.1-8b --gpus 8 --gpus-per-node 8 --gpu-memory 1GB --tokens 1T
has out 'nothing within 65536 GPUs: '
run 'all is fixed, and no more than 48 questions are asked' 0 plan --model llama-3.1-8b --node dgx-h100 --gpus 8 --gpu-memory 1GB \
    --tokens 1T --seq 1048576 --tp 1 --pp 1 --cp 1 --zero 0 --recompute none --offload none --micro-batch 1 --layout given \
    --no-sequence-parallel
has out 'nothing within 65536 GPUs: '
run 'a shorter sequence' 0 plan --model llama-3.1-8b --gpu h100-sxm --gpus 8 --tokens 1T --seq 1048576
has out 'aicalc plan --model llama-3.1-8b --gpu h100-sxm --gpus 8 --tokens 1T --seq 262144'
ways_fit
run 'a longer one does not fit' 0 plan --model llama-3.1-8b --gpu h100-sxm --gpus 8 --tokens 1T --seq 524288
has out 'does not fit'
run 'what is fixed, all of it at once' 0 service --model llama-3.1-70b --node dgx-h100 --prompt 2000 --answer 300 \
    --rate 20/s --ttft-limit 1s --tpot-limit 40ms --tp 1 --replicas 1
has out '--rate 20/s --ttft-limit 1s --tpot-limit 40ms'
has out '    -> serve.gpus_total 28, meets the limits'

# A size alone is planned at the usual speed, and what it takes to judge it is said.
run 'a size' 0 plan --params 70B --gpu h100-sxm --gpus 512 --tokens 2T
has out 'plan: 70B parameters on 2T tokens, 512 h100-sxm (64 dgx-h100): '
narrow
has out 'takes a model: --model llama-3.1-70b'
has out 'not asked: layout, train-memory, network (--model llama-3.1-70b)'
lacks out 'layout: tp'
run 'a size without a run' 0 plan --params 70B --gpu h100-sxm --gpus 512
has out 'plan: 70B parameters on 512 h100-sxm: checkpoints of 980 GB'

# The bill is what it says that it contains, to the last digits; what it lacks has a flag that puts it in.
# adds_up: of the answer in out.
adds_up() {
    sed -n 's/.*"cost.total_cost": {"value": \([^,]*\),.*"contains": \[\(.*\)\], "lacks".*/\1 \2/p' out |
        tr '{' '\n' | sed -n '1p; s/.*"value": \([^}]*\)}.*/\1/p' |
        awk 'NR == 1 { total = $1; next } { sum += $1 } END { d = sum - total; exit !(sum > 0 && d * d <= 1e-24 * total * total) }'
    check "$name: the parts of the bill add up to another one" $?
}
run 'a bill of GPUs' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T -o json
adds_up
has out '"what": "checkpoints and failures", "share": 0.0'
has out '"lacks": [{"what": "storage ('
has out '"add": "--tier fsx-lustre-persistent-2-250"}], "period": "run"'
run 'with storage, stages, moving and others' 0 plan --tokens 2T --model llama-3.1-70b --node p5.48xlarge \
    --gpus 512 --tier fsx-lustre-persistent-2-250 --hot s3-standard --cold s3-glacier-flexible \
    --transfer.from s3-standard --other-cost 1000USD -o json
adds_up
for what in GPUs storage 'stages of checkpoints' 'moving data' other; do
    has out "{\"what\": \"$what\", \"value\": "
done
run 'an owned one' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T --node-capex 325000USD \
    --tenure own -o json
adds_up
has out '{"what": "electricity", "share": 0.'
run 'on the screen' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T
has out '  contains: GPUs, checkpoints and failures ('
has out '  lacks: storage ('

# Checkpoints that nobody asked to keep: how many stay, what all would take and cost, what to type.
run 'retention' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T \
    --tier fsx-lustre-persistent-2-250 -o json
has out 'kept are those of the last 24.00 h (22, 21.73 TB); all 884 of the run would be 873.2 TB and about $242,058: --checkpoint-retention 43d; one a day for good: --hot s3-standard --cold s3-glacier-flexible'
# In JSON what nobody gave is a default, and names the warning that says so.
for input in global_batch:batch write_bw:storage read_bw:storage checkpoint.gpu_mtbf:mtbf storage.checkpoint_retention:retention; do
    grep -q "^    \"${input%:*}\": {.*\"origin\": \"default\", \"source\": \"${input#*:}-assumed\"}" out
    check "$input: no source of its default" $?
done
run 'all of them' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T \
    --tier fsx-lustre-persistent-2-250 --checkpoint-retention 43d --fields storage.storage_cost -q
[ "$(cut -d. -f1 out)" = 242100 ]
check "all checkpoints kept cost $(cat out)" $?
# What a tier cannot be judged for is said, and what to give; given, it is judged.
run 'storage that cannot be told' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T --tier s3-standard
has out 'cannot be told   give connections and read_size'
run 'storage that can be told' 0 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T --tier s3-standard \
    --connections 64 --read-size 8MiB
lacks out 'cannot be told'
# A budget that is exceeded: what keeps it is found by asking, and keeps it when it is pasted.
run 'a run that is too long' 1 plan --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T \
    --budget 'train-time.train_time <= 30d'
sed -n 's/^  \(aicalc plan .*\)/\1/p' out >ways
[ -s ways ]
check 'nothing keeps the budget' $?
while IFS= read -r way; do
    sh -c "$way" >out 2>err
    check "a way out exceeds the budget: $way" $?
done <ways
run 'a bill where nothing fits' 1 plan --model llama-3.1-405b --node dgx-h100 --gpus 8 --tokens 2T \
    --budget 'cost.total_cost <= 1e6USD'
has out 'exceeded  cost.total_cost <= 1e6USD   (no layout fits)'

# Ports that suffice within the error of what they carry are tight, alone and in a plan; what asks alone and what
# a plan asks differ, and each names the other.
run 'tight ports' 0 plan --model llama-3.1-70b --node dgx-b200 --gpus 1024 --tokens 2T
grep -q '^  nic_sufficient  *tight' out
check 'ports at their limit are not tight' $?
run 'tight ports in JSON' 0 plan --model llama-3.1-70b --node dgx-b200 --gpus 1024 --tokens 2T -o json
has out '"network.nic_sufficient_error": {"result": "network.scale_out_exposed_time", "low": '
has out '"id": "layout.asked-alone"'
has out '"id": "network.step-alone"'
run 'the usual speed' 0 train-time --model llama-3.1-70b --node dgx-h100 --gpus 512 --tokens 2T
has out 'is common: layout computes it,'
# What no bill contains is said once, where a bill is explained.
run 'what is never in it' 0 explain cost.total_cost
has out 'never in it: people who train, failed experiments and'
# Degrees that were given stand in the line as well as those that were found.
run 'a given layout' 0 plan --model mixtral-8x7b --node dgx-h100 --gpus 64 --tokens 1T --layout given --tp 1 --pp 1 \
    --ep 8 --zero 1 --recompute full
has out '  layout: tp 1  pp 1  ep 8  dp 64  zero 1  recompute full  micro batch 1'
# More memory is looked for on nodes that are called alike first.
run 'nodes that are alike' 0 plan --model deepseek-v3 --gpu h100-sxm --gpus 16 --tokens 1T
has out '--node dgx-h200'
lacks out '--node g4-'

# The page: what fits nowhere says so in its title, and what would fit stands before the risks; the appendix is
# open where it is printed.
run 'a page of nothing that fits' 0 plan --model llama-3.1-405b --node dgx-h100 --gpus 8 --tokens 2T -o html
has out '<title>llama-3.1-405b does not fit on 8 h100-sxm</title>'
has out 'layout.memory_lacking'
[ "$(grep -n '>Next step<' out | cut -d: -f1)" -lt "$(grep -n '>Decisions and risks<' out | cut -d: -f1)" ]
check 'a page: what would fit stands behind the risks' $?
run 'a page of a plan' 0 plan --model llama-3.1-70b --node p5en.48xlarge --gpus 512 --tokens 2T \
    --tier fsx-lustre-persistent-2-250 -o html
has out 'where time, memory and money go'
lacks out '<details class="part" open'
[ "$(wc -c <out)" -lt 120000 ]
check "a page of a plan: $(wc -c <out) bytes" $?
run 'a page of all parts' 0 plan --model deepseek-v3 --node dgx-b200 --gpus 2048 --tokens 14.8T \
    --tier fsx-lustre-persistent-2-250 --drive nvme-gen5-tlc-15tb --hot s3-standard --cold s3-glacier-flexible -o html
[ "$(wc -c <out)" -lt 120000 ]
check "a page of all parts: $(wc -c <out) bytes" $?
grep -q '<b>layout.measured-steps</b>' out &&
    sed -n '/id="r-layout.step_time"/,/<\/details>/p' out | grep -q 'href="#s-'
check 'a row of a part refers to no assumption' $?
run 'a page with its appendix' 0 plan --model llama-3.1-70b --node p5en.48xlarge --gpus 512 --tokens 2T --all -o html
has out '<details class="part" open id="layout">'

# Limits that no replica keeps: a verdict, and no GPUs to join, power and pay for.
run 'service without an answer' 0 service "$@" --tpot-limit 5ms --fabric ib-ndr --pue 1.2 --peak-rate 40/s \
    --source-bw 10GB/s
has out 'tpot_limit 5ms cannot be met'
has out '  not asked: coldstart, fabric, power, cost (no replica serves this load)'
lacks out facility_power
run 'service without an answer, its budget' 1 service "$@" --tpot-limit 5ms --budget serve.meets_slo

# The examples: three plans in each form, pages of a size that is mailed, and budgets that hold.
mkdir plans pages
sh "$project/examples/plans.sh" "$program" plans pages >out 2>err
check "examples/plans.sh: $(cat out err)" $?
for plan in plan-8b-64 plan-70b-1024 plan-405b-16384; do
    [ "$(tail -n 1 pages/$plan.html)" = '</html>' ]
    check "examples/plans.sh: no whole page $plan" $?
    [ "$(wc -l <plans/$plan.txt)" -le 60 ] && [ "$(wc -l <plans/$plan.json)" -le 60 ]
    check "examples/plans.sh: $plan has more than 60 lines" $?
    for file in $plan.json $plan.txt; do
        cmp -s plans/$file "$project/examples/plans/$file"
        check "examples/plans/$file is an older answer; write all: sh examples/plans.sh aicalc examples/plans" $?
    done
done

finish
