# SPDX-License-Identifier: Apache-2.0
# brief.sh PROGRAM PROJECT: -o json --brief of each calculator: as long as a first screen, and a command that
# asks the same again.
set -u
program=$1
project=$2
. "$(cd "$(dirname "$0")" && pwd)/check.inc.sh"
mkdir bin
ln -s "$program" bin/aicalc
PATH="$work/bin:$PATH"
export PATH
ln -s "$project/examples" examples

# again NAME MOST: the answer in out has at most so many lines, and its command gives it once more.
again() {
    name=$1
    [ "$(wc -l <out)" -le "$2" ]
    check "$name: $(wc -l <out) lines" $?
    cp out first.json
    sed -n 's/^  "command": "\(.*\)",$/\1/p' first.json | sed 's/\\\(.\)/\1/g; s/$/ -o json --brief/' >command.sh
    sh command.sh >out 2>err
    cmp -s out first.json
    check "$name: its command gives another answer: $(cat command.sh)" $?
}

for calculator in $(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
    most=25
    case $calculator in plan | service) most=60 ;; esac
    # The simplest example: without what says how an answer is shown.
    aicalc help "$calculator" | sed -n 's/^  \(aicalc .*\)/\1/p' |
        grep -v -e ' | ' -e '--sweep' -e '--explain' -e '--part' -e '--fields' -e ' -o ' | head -n 1 >example
    [ -s example ] || continue
    printf '%s -o json --brief\n' "$(cat example)" >command.sh
    sh command.sh >out 2>err
    name=$calculator
    check "$name: $(cat err)" $?
    has out '"answer": "'
    again "$calculator" $most
done

# What a total lacks is put in by what is told: every example that lacks something, asked with each flag.
for calculator in $(aicalc help | sed -n '/^Calculators/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
    aicalc help "$calculator" | sed -n 's/^  \(aicalc .*\)/\1/p' |
        grep -v -e ' | ' -e '--sweep' -e '--solve' -e '--explain' -e '--part' -e ' -o ' | head -n 2
done >examples.txt
while IFS= read -r example; do
    sh -c "$example -o json" 2>/dev/null | tr '{' '\n' | sed -n 's/.*"add": "\(--[^"]*\)".*/\1/p' | sort -u >adds
    while IFS= read -r add; do
        sh -c "$example $add -o json" >out 2>err
        [ $? -le 1 ]
        check "what a total lacks: $example $add: $(cat err)" $?
    done <adds
done <examples.txt

run 'what decides, in words' 0 kvcache --model llama-3.1-8b --gpu h100-sxm --context 32Ki -o json --brief
has out '"command": "aicalc kvcache --model llama-3.1-8b --gpu h100-sxm --context 32Ki",'
has out '"asked": {"model": "llama-3.1-8b", "context": "32Ki", "gpu": "h100-sxm"},'
has out '    "max_sequences": {"value": 13, "unit": "1", "text": "13", "basis": "assumed"'
has out '"engine vllm"'
run 'what was asked can be asked of a file' 0 kvcache --model llama-3.1-8b --gpu h100-sxm --context 32Ki -o json --brief
sed -n 's/^  "asked": \(.*\),$/\1/p' out >asked.json
run 'by its file' 0 kvcache --input asked.json --fields max_sequences -q
has out 13
run 'a no has its ways out' 1 train-memory --model llama-3.1-70b --gpus=8 --gpu h100-sxm --budget fits -o json --brief
has out '"next": [{"command": "aicalc train-memory --model llama-3.1-70b --gpu h100-sxm --budget fits --tp 8 --gpus 32", "gives": "total_memory 75.33 GiB, fits"}'
has out '"budgets": [{"budget": "fits"'
sed -n 's/.*"next": \[{"command": "\([^"]*\)".*/\1/p' out >command.sh
sh command.sh >out 2>err
check "a way out, pasted: $(cat err)" $?
run 'chosen results' 0 kvcache --model llama-3.1-8b --context 4Ki -o json --brief --fields kv_total,max_sequences
has out '"kv_total": {"value": 536870912, "unit": "B", "text": "512.0 MiB"'
lacks out kv_per_token
has err "no value for 'max_sequences'"
run 'into a file, beside a table' 0 kvcache --model llama-3.1-8b --context 4Ki --brief -O brief.json
grep -q '"brief": true' brief.json
check 'into a file: not brief' $?
run 'it is JSON' 2 kvcache --model llama-3.1-8b --context 4Ki --brief
has err "add '-o json'"
for other in --all --explain --sensitivity '--sweep tp=1,2'; do
    # shellcheck disable=SC2086 # an option and its value
    run "brief and $other" 2 kvcache --model llama-3.1-8b --context 4Ki -o json --brief $other
done
run 'fed back' 2 kvcache --input brief.json
has err '--brief leaves the inputs out'
run 'compared' 2 diff brief.json brief.json
has err '--brief leaves the inputs out'
finish
