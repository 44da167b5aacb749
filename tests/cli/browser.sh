# SPDX-License-Identifier: Apache-2.0
# browser.sh PROGRAM PROJECT: a browser shows pages light, dark, on paper, and as wide as a phone:
# nothing sticks out to the side, all words stand out from what is behind them, nothing is loaded,
# and the browser has nothing to say. Skipped where there is no Chromium.
set -u
program=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.inc.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
[ -n "$browser" ] || { echo "no Chromium: skipped"; exit 77; }

# browse ARGUMENT...: the browser without a window; what it says is in said.
browse() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --no-first-run --user-data-dir="$work/profile" --enable-logging=stderr "$@" 2>said
}

memory="train-memory --model llama-3.1-405b --gpus 1024 --gpu h100-sxm --tp 8 --pp 8"
"$program" $memory --budget fits --budget 'warn: memory_utilization <= 90%' -o html >answer.html
"$program" kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki..64Ki --budget 'kv_total <= 2GiB' \
    -o html >ranges.html
"$program" kvcache --model llama-3.1-8b --gpu h100-sxm --context 8Ki --sensitivity \
    --measured 'decode_time=20ms' -o html >analyses.html
"$program" kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=8Ki..64Ki*2' \
    --sweep tp=2,4,8 --budget 'kv_per_gpu <= 8GiB' -o html >lines.html
"$program" kvcache --model llama-3.1-70b --gpu h100-sxm --sweep 'context=8Ki..64Ki+8Ki' \
    --sweep 'sequences=1..10+1' --budget 'kv_per_gpu <= 8GiB' --fields kv_per_gpu -o html >map.html
"$program" train-memory --model llama-3.1-8b --gpus 64 --gpu h100-sxm \
    --sweep recompute=none,selective,full --sweep tp=4,7,8 -o html >bars.html
"$program" kvcache --model llama-3.1-8b --context 8Ki -o json >a.json
"$program" kvcache --model llama-3.1-70b --gpu h100-sxm --context 8Ki -o json >b.json
"$program" diff a.json b.json -o html >diff.html
printf '%s' '{"schema": "aicalc-check/1", "checks": [{"name": "a", "calculator": "train-memory",
    "inputs": {"model": "llama-3.1-70b", "gpus": 64, "gpu": "h100-sxm", "tp": 8}, "budgets": ["fits",
    "total_memory <= 50GiB", "warn: memory_utilization <= 70%"]}]}' >checks.json
"$program" check checks.json -o html >check.html
run="plan --model llama-3.1-8b --tokens 1T --gpu-price 2USD/h"
"$program" $run --gpus 64 --node p5 --tier fsx-lustre-scratch-2 -o html >plan.html
"$program" $run --gpus 72 --sweep node=p5,dgx-b200,gb200-nvl72 --compare -o html >compare.html
pages=plan.html,compare.html,answer.html,ranges.html,analyses.html,lines.html,map.html,bars.html,diff.html,check.html
cp "$here/browser.html" .

for scheme in light:1 dark:0; do
    name=${scheme%:*}
    browse --blink-settings=preferredColorScheme="${scheme#*:}" --allow-file-access-from-files \
        --virtual-time-budget=60000 --dump-dom "file://$work/browser.html?$pages" >shown
    sed -n 's/^\(<pre id="said">\)\{0,1\}SAID //p' shown >wrong
    grep "^done: [0-9]* texts, $name" wrong
    check "$name: not all was seen: $(tail -n 3 said)" $?
    wrong=$(grep -v '^done' wrong | head -n 20)
    [ -z "$wrong" ]
    check "$name: $wrong" $?
    ! grep -E 'CONSOLE|Uncaught|Refused' said
    check "$name: the browser says something" $?
done

browse --no-pdf-header-footer --print-to-pdf="$work/answer.pdf" "file://$work/answer.html"
head -c 5 answer.pdf 2>/dev/null | grep -q '%PDF-'
check "printed: $(tail -n 3 said)" $?
finish
