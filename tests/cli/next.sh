# SPDX-License-Identifier: Apache-2.0
# next.sh PROGRAM PROJECT: each next step that an answer tells is run as it stands and gives what it says: of all
# examples of the help, and of questions whose answer is no.
set -u
program=$1
. "$2/tests/cli/check.inc.sh"
mkdir bin
ln -s "$program" bin/aicalc
PATH=$work/bin:$PATH

{
    for calculator in $(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
        aicalc help "$calculator" | sed -n 's/^  \(aicalc .*\)/\1/p'
    done | grep -vE -- ' -o | --sweep| --compare|\|'
    cat <<'QUESTIONS'
aicalc kvcache gpt-oss-120b --gpu h100-sxm --context 128Ki
aicalc kvcache llama-3.1-70b --gpu h100-sxm --context 32Ki --gpu-memory 70GiB
aicalc train-memory llama-3.1-70b --gpus 8 --gpu h100-sxm --budget fits
aicalc train-memory llama-3.1-70b --gpus 64 --gpu h100-sxm --zero 3
aicalc train-memory llama-3.1-8b --gpu l4 --gpus 8 --seq 8192
aicalc dataload --gpus 64 --sample-size 150kB --sample-rate 2000/s --read-bw 10GB/s
aicalc train-time llama-3.1-70b --tokens 15T --gpus 512 --gpu h100-sxm --deadline 60d
aicalc network llama-3.1-70b --gpus 64 --gpu h100-sxm --nic-bw 3GB/s --tp 8
aicalc serve llama-3.1-70b --gpu h100-sxm --prompt 2Ki --answer 512 --rate 20/s --tpot-limit 15ms --ttft-limit 300ms
aicalc storage s3-standard --data 20TB --required-read-bw 900GB/s
aicalc checkpoint llama-3.1-70b --gpus 512 --write-bw 1GB/s --max-stall 10s
aicalc layout llama-3.1-405b --node dgx-h100 --gpus 8
aicalc read 'vllm serve meta-llama/Llama-3.1-70B-Instruct --max-model-len 8192' --gpu h100-sxm
aicalc read 'python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp 8 --dp 8 --enable-dp-attention --context-length 4096' --gpu h100-sxm
aicalc read 'vllm serve Qwen/Qwen3-32B; vllm serve Qwen/Qwen3-14B --max-model-len $LEN' --set LEN=4096 --gpu l4
aicalc kvcache --from 'llama-server -m Qwen3-32B-Q8_0.gguf -c 32768' --gpu l4
QUESTIONS
} >questions

# keeps COMMAND GIVES: run, it gives "total_memory 75.33 GiB, fits".
keeps() {
    result=${2%%,*}
    row=${result%% *}
    holds=${2##*, }
    sh -c "$1 --fields $row" >row 2>err
    code=$?
    [ "$code" -eq 0 ] && { [ "$row" = "$2" ] || tr -s ' ' <row | grep -qF "$result"; }
    check "'$1' gives '$2': $code: $(cat row err)" $?
    case $holds in
    *' '* | "$2") ;; # a goal or budgets, which the command itself has
    *)
        sh -c "$1 --fields $holds -q" >holds 2>err
        [ "$(cat holds)" = true ]
        check "'$1': $holds: $(cat holds err)" $?
        ;;
    esac
}

asked=0
while IFS= read -r question; do
    sh -c "$question -o json" >answer.json 2>err </dev/null
    sed -n 's/^ *{"command": "\(.*\)", "gives": "\([^"]*\)"},\{0,1\}$/\1\t\2/p' answer.json >steps
    while IFS='	' read -r command gives; do
        asked=$((asked + 1))
        keeps "$command" "$gives" </dev/null
    done <steps
done <questions
[ "$asked" -ge 20 ]
check "$asked next steps were asked" $?

# The table has the same, as commands with the words that were typed.
while IFS= read -r question; do
    sh -c "COLUMNS=80 $question" >table 2>err </dev/null
    sed -n '/^Next step/,/^$/s/^  \(aicalc .*\)/\1/p' table >commands
    while IFS= read -r command; do
        sh -c "$command" >out 2>err </dev/null
        check "'$command': $(cat err)" $?
    done <commands
done <questions
finish
