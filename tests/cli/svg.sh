# SPDX-License-Identifier: Apache-2.0
# svg.sh PROGRAM PROJECT: drawings are well-formed, hold no script, and say what they show.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"

# draw NAME CODE ARGUMENT...: the drawing is in out, and harmless.
draw() {
    name=$1
    wanted=$2
    shift 2
    "$program" "$@" -o svg >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ]
    check "$name: exit $code: $(cat err)" $?
    if command -v xmllint >/dev/null 2>&1; then
        xmllint --noout --nonet out 2>err
        check "$name: $(head -1 err)" $?
    fi
    # No script, no links, no numbers that are none, nothing to the left or above of the paper.
    ! grep -qiE '<script|javascript|onload|href|[^a-z](nan|inf)[^a-z]|"-[0-9]' out
    check "$name: what must not be in it" $?
    grep -q '^<svg xmlns="http://www.w3.org/2000/svg" .*viewBox="0 0 ' out
    check "$name: a view box" $?
}

# says NAME TEXT: an element of the drawing is this text.
says() {
    grep -qF ">$2</" out
    check "$1: no '$2'" $?
}

count() {
    grep -o "$1" out | wc -l
}

# refused NAME TEXT ARGUMENT...: exit 2, the text in the message, nothing on standard output.
refused() {
    name=$1
    text=$2
    shift 2
    "$program" "$@" -o svg >out 2>err
    code=$?
    [ "$code" -eq 2 ] && [ ! -s out ] && grep -qF -- "$text" err
    check "$name: exit $code: $(cat err)" $?
}

draw lines 0 kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 --sweep 'context=8Ki..128Ki*2'
says lines 'kvcache: kv_per_sequence, max_sequences, decode_time over context'
says lines 'model llama-3.1-70b, tp 8, gpu h100-sxm; assumed: kv_dtype bf16, pp 1, weight_dtype bf16, gpu_memory_utilization'
says lines 'context, token, logarithmic'
says lines 'decode_time, ms'
says lines '128Ki'
says lines 'context 8Ki: kv_per_sequence 2.500 GiB'
[ "$(count '<circle')" -eq 15 ]
check "lines: a dot a case" $?

# A composition draws what its cases are compared by, each result on a scale of its own.
draw "plans" 0 plan --model llama-3.1-8b --gpus 72 --tokens 1T --sweep node=dgx-h100,gb200-nvl72
grep -q '>plan: [0-9]* results over node<' out
check "a title that fits" $?
says "plans" 'train-time.train_time, d'
says "plans" 'layout.step_time, s'
draw "long contexts" 0 kvcache --model llama-3.1-8b --sweep 'context=512Ki..4Mi*2' --fields kv_per_sequence
says "long contexts" 512Ki
says "long contexts" 1Mi
says "long contexts" 4Mi
draw "chosen cases" 0 kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=8Ki..128Ki*2' \
    --sweep tp=0,2,8 --where 'max_sequences >= 20' --fields max_sequences
[ "$(count '<circle')" -eq 4 ]
check "chosen cases: a dot for each, none for the others" $?
says "chosen cases" '11 of 15 cases are not chosen by --where or --top'
draw "chosen bars" 0 kvcache --model llama-3.1-70b --context 8Ki --fields decode_time \
    --sweep gpu=h100-sxm,h200-sxm,b200 --sort decode_time --top 1
says "chosen bars" 'not chosen'

draw "lines of a second parameter" 1 kvcache --model llama-3.1-70b --gpu h100-sxm \
    --sweep 'context=8Ki..64Ki+8Ki' --sweep 'tp=2,4,8' --fields kv_per_gpu \
    --budget 'kv_per_gpu <= 8GiB'
says "lines of a second parameter" 'kv_per_gpu, GiB'
says "lines of a second parameter" 'context, token'
says "lines of a second parameter" 'tp'
says "lines of a second parameter" 'kv_per_gpu &lt;= 8GiB'
grep -q 'stroke-dasharray' out
check "the budget is dashed" $?
[ "$(count '<path')" -eq 3 ]
check "a line a value" $?

draw "one unit, one panel" 0 kvcache --model llama-3.1-8b --gpu h100-sxm --sweep 'tp=1..8*2' \
    --fields weights_per_gpu,kv_per_gpu,decode_time
says "one unit, one panel" 'weights_per_gpu, kv_per_gpu, GiB'
says "one unit, one panel" 'tp, logarithmic'
[ "$(count '<path')" -eq 3 ]
check "one unit, one panel: three lines" $?

draw bars 0 kvcache --model llama-3.1-70b --tp 8 --context 32Ki \
    --sweep 'gpu=h100-sxm,h200-sxm,b200' --fields decode_time
says bars 'h200-sxm'
says bars 'decode_time, ms'
draw "all names" 0 kvcache --model llama-3.1-70b --tp 8 --context 32Ki --sweep 'gpu=*' \
    --fields decode_time
draw "choices, in groups" 0 train-memory --model llama-3.1-70b --gpus 64 --zero 3 \
    --sweep 'recompute=*' --sweep 'offload=*' --fields total_memory
says "choices, in groups" 'selective'
draw "a flag" 0 kvcache --model llama-3.1-8b --gpu h100-sxm --engine llamacpp \
    --sweep 'kv_unified=*' --fields kv_per_gpu
says "a flag" 'yes'

draw map 1 kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 --sweep 'context=8Ki..128Ki+8Ki' \
    --sweep 'sequences=1..16+1' --fields kv_per_gpu --budget 'kv_per_gpu <= 20GiB'
says map 'context'
says map 'sequences'
says map 'red: not kv_per_gpu &lt;= 20GiB, in 114 of 256 cases'
draw "a map of many cells" 0 kvcache --model llama-3.1-8b --sweep 'context=1Ki..100Ki+1Ki' \
    --sweep 'sequences=1..100+1' --fields kv_total

draw "impossible cases" 0 train-memory --model llama-3.1-70b --gpu h100-sxm --zero 3 \
    --sweep 'gpus=8..64*2' --sweep 'tp=1,16' --fields total_memory
grep -q '1 of 8 cases are impossible, the first: ' out
check "impossible cases: why" $?
draw "a single case" 0 kvcache --model llama-3.1-8b --sweep 'context=8Ki'
draw "negative values" 0 kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'tp=1..8*2' \
    --fields kv_pool
draw "the same value everywhere" 0 kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2' \
    --fields kv_per_token
draw "nothing but zero" 0 kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2' \
    --fields kv_fixed
draw "a list in disorder" 0 kvcache --model llama-3.1-8b --sweep 'context=64Ki,8Ki,128Ki,8Ki' \
    --fields kv_total
draw "many points" 0 kvcache --model llama-3.1-8b --sweep 'context=1..10000+1' --fields kv_total

draw parts 0 train-memory --model llama-3.1-70b --gpus 64 --zero 3 --recompute full --seq 8192 \
    --budget 'total_memory <= 75GiB'
says parts 'train-memory: what makes up memory used on the fullest GPU (nvidia-smi)'
says parts 'activations_memory'
says parts '100 %'
says parts 'total_memory &lt;= 75GiB'
draw "two sums" 0 storage --tier s3-standard --data 150GiB --files 1.2M --epochs 100 \
    --duration 24h --gpus 8 --gpu-price 4USD/h --gpu-utilization 0.5
says "two sums" 'storage: what makes up cost of the tier over the duration, cost of GPUs and storage'
draw chosen 0 power --node dgx-h100 --gpus 1024 --fields facility_power,it_power,racks
says chosen 'power, MW'
says chosen 'it_power'
draw "a range" 0 train-time --model llama-3.1-405b --tokens 15.6T --gpus 16384 --mfu 0.38..0.43 \
    --gpu h100-sxm --fields train_time
grep -qF 'mfu 0.38..0.43' out
check "a range: its ends" $?
[ "$(count 'stroke-width="1.5"')" -eq 3 ]
check "a range: from low to high" $?

# The ten best layouts, each as the parts of its step; the same as a sweep; experts say their degree.
job='--node dgx-a100-640gb --gpus 1024 --seq 2048 --global-batch 1536'
draw "the best layouts" 0 layout --model gpt-3-175b $job
says "the best layouts" 'layout: parts of step_time by rank'
says "the best layouts" 'tp_exposed_time'
says "the best layouts" 'compute'
[ "$(grep -cE '>([1-9]|10): tp [0-9]+, pp [0-9]+, cp 1, dp [0-9]+, micro-batch [0-9]+<' out)" -eq 10 ]
check "the best layouts: ten labels" $?
cp out first
draw "the same as a sweep" 0 layout --model gpt-3-175b $job --sweep rank=1..10+1
cmp out first
check "the same as a sweep: its bytes" $?
draw "those that follow" 0 layout --model gpt-3-175b $job --sweep rank=11..12+1
[ "$(grep -cE '>1[12]: tp ' out)" -eq 2 ]
check "those that follow: two bars" $?
draw "with experts" 0 layout --model deepseek-v3 --node dgx-h100 --gpus 2048 --seq 4096 \
    --global-batch 15360
grep -qF ', ep 8, dp 32' out
check "with experts: their degree" $?
says "with experts" 'others'
lines=$(sed -n 's/.*<text x="50" y="\([0-9.]*\)" font-size="12" .*/\1/p' out | head -n 2 | tr '\n' ' ')
[ "$lines" = "146.7 165.7 " ]
check "with experts: lines of the legend 19 apart: $lines" $?
# One rank that was asked for, or one layout that is fixed: its own parts, in rows.
draw "a rank" 0 layout --model gpt-3-175b $job --rank 2
says "a rank" '100 %'
draw "a layout" 0 layout --model gpt-3-175b $job --tp 8 --pp 8 --cp 1 --vpp 1 --zero 1 \
    --micro-batch 1 --recompute full --offload none --sequence-parallel --among all
says "a layout" '100 %'
draw "chosen of a rank" 0 layout --model gpt-3-175b $job --sweep rank=1..3+1 --fields mfu_used
says "chosen of a rank" 'layout: mfu_used over rank'

# Names come from users.
name='<&">'"'"']]>.json'
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$name"
draw "a hostile name" 0 kvcache --model "./$name" --sweep 'context=8Ki..32Ki*2'
grep -qF "model &lt;&amp;&quot;&gt;']]&gt;.json" out
check "a hostile name: its text" $?
name=$(printf '\303(\033[31m\355\240\200.json')
cp "$project/tests/data/hf_configs/llama-3.1-8b.json" "$name"
draw "a name that is no UTF-8" 0 kvcache --model "./$name" --sweep 'context=8Ki..32Ki*2'

refused "three parameters" 'over 3' kvcache --model llama-3.1-8b --sweep context=8Ki --sweep tp=1 \
    --sweep sequences=1
refused "too many cases" '10000' kvcache --model llama-3.1-8b --sweep 'context=1..10001+1'
refused "a flag is no height" 'fits' kvcache --model llama-3.1-8b --gpu h100-sxm \
    --sweep 'context=8Ki,16Ki' --fields fits
refused "no parts" '--sweep' power --node dgx-h100 --gpus 1024
refused "chosen words only" '--fields' kvcache --model llama-3.1-8b --gpu h100-sxm --fields fits
refused "nothing applies" '--fields' kvcache --model llama-3.1-8b --sweep 'context=8Ki,16Ki' \
    --fields decode_time
"$program" kvcache --model llama-3.1-8b --sweep 'context=8Ki..32Ki*2' -o svg >/dev/full 2>err
[ $? -eq 3 ]
check "a full disk" $?
finish
