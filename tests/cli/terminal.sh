#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# terminal.sh PROGRAM PROJECT: what a terminal shows: its width is kept, shares are bars, colours
# come and go as asked.
set -u
program=$1
project=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/check.inc.sh"
command -v script >/dev/null 2>&1 || { echo "script is not installed"; exit 77; }
escape=$(printf '\033')

# terminal COLUMNS COMMAND: what the command writes to a terminal so wide, into ./out.
terminal() {
    script -qec "stty cols $1; $2" /dev/null </dev/null | tr -d '\r' >out
}

# widest: columns of the widest line of ./out, colours apart.
# A command to paste stands on one line however long.
widest() {
    sed "s/$escape\\[[0-9;]*m//g; /^  aicalc /d" out | LC_ALL=C.UTF-8 wc -L
}

"$program" help | sed -n 's/^  aicalc \([a-z-]*\) .*/\1/p' | sort -u >names
while read -r name; do
    "$program" help "$name" | sed -n '/^Examples/,/^$/s/^  aicalc //p' | head -n 1
done <names >questions
export TERM=xterm LC_ALL=C.UTF-8
for columns in 80 100 132; do
    while read -r question; do
        terminal "$columns" "$program $question"
        most=$(widest)
        [ "$most" -le "$columns" ] && [ "$most" -gt 40 ]
        check "$most of $columns columns: aicalc $question" $?
    done <questions
done

terminal 80 "$program train-time --model llama-3.1-8b --tokens 15T"
cat -s out | cmp -s - out
check "two empty lines where no result decides" $?

memory="$program train-memory --model llama-3.1-70b --gpus 64 --zero 3 --gpu h100-sxm --all"
terminal 110 "$memory"
grep -q '█.* %' out
check "no bars in a UTF-8 locale" $?
grep -q "${escape}\\[1m" out
check "no bold on a terminal" $?
terminal 110 "LC_ALL=C $memory"
grep -q '##.* %' out && ! grep -q '█' out
check "no plain bars in the C locale" $?
terminal 79 "$memory"
! grep -q '█' out
check "bars where there is no room" $?
terminal 20 "$memory"
most=$(widest)
[ "$most" -gt 20 ] && [ "$most" -le 80 ]
check "a terminal too narrow to be one has $most columns" $?
for plain in "NO_COLOR=1 $memory" "TERM=dumb $memory" "$memory --color never" "$memory | cat"; do
    terminal 100 "$plain"
    ! grep -q "$escape" out && grep -q total_memory out
    check "colours: $plain" $?
done
"$program" train-memory --params 7B --color always | grep -q "$escape"
check "no colours where they are asked for" $?

# Everything else that prints tables, in colour.
for command in "kvcache --model llama-3.1-8b --sweep context=8Ki,16Ki --budget kv_total<=1.5GiB" \
    "kvcache --model llama-3.1-8b --solve context=max --budget kv_total<=2GiB" \
    "kvcache --model llama-3.1-8b --sensitivity --fields kv_total" \
    "kvcache --model llama-3.1-8b --gpu-memory 1GiB --budget fits" \
    "check $project/examples/ci/budgets/serving.json" \
    "diff $project/tests/robustness/inputs/before.json $project/tests/robustness/inputs/after.json" \
    "catalog gpus" "units"; do
    set -f # no word is a pattern
    quoted=
    for word in $command; do
        quoted="$quoted '$word'"
    done
    set +f
    terminal 120 "$program $quoted"
    [ -s out ] && [ "$(widest)" -le 120 ]
    check "$(widest) of 120 columns: aicalc $command" $?
done
# A long walk says how far it is, a short one does not, and nothing of it is left behind. A line comes
# after the first second, and no machine says in advance how much it does in one: the walk grows until it
# has shown a line, or has taken so long that it must have.
progress() {
    script -qec "stty cols 80; $1" /dev/null </dev/null >out
}
# grown COMMAND SIZE MOST: the command, whose %s stands for its $size, with a walk that is long enough.
grown() {
    size=$2
    while [ "$size" -lt "$3" ] && began=$(date +%s) && progress "$(printf "$1" "$size") >/dev/null" && ! grep -q ' left' out &&
        [ $(($(date +%s) - began)) -lt 4 ]; do
        size=$((size * 2))
    done
}
long="$program kvcache --model llama-3.1-8b --sweep context=1..%s+1 --sweep tp=1..8*2 -o csv"
grown "$long" 15000 100000000
long=$(printf "$long" "$size")
grep -q ' of [0-9.]*[KM]\{0,1\} cases, .* left' out
check "a line of progress: $(head -c 300 out)" $?
tail -c 4 out | grep -q "$escape\[K"
check "it is taken away" $?
slow() {
    printf '{"schema": "aicalc-check/1", "defaults": {"model": "llama-3.1-70b"}, "checks": ['
    for name in $(seq "$1"); do
        printf '{"name": "%s", "calculator": "plan", "budgets": ["train-memory.fits"], "inputs": {"gpus": 1024,
            "node": "dgx-h100", "tokens": "10T..15T", "matmul_efficiency": "0.4..0.6"}},\n' "$name"
    done
    printf '{"name": "c", "calculator": "kvcache", "budgets": ["kv_total <= 1TiB"]}]}\n'
}
for count in 1 2 4 8 16 32 64 128 256; do
    slow $count >slow$count.json
done
grown "$program check slow%s.json" 1 256
grep -q ' of [0-9]* checks, .* left' out
check "progress of checks with ranges: $(head -c 300 out)" $?
progress "$program kvcache --model llama-3.1-8b --sweep context=1..9+1 -o csv >/dev/null"
[ ! -s out ]
check "nothing of a short sweep: $(cat out)" $?
TERM=dumb progress "$long >/dev/null"
[ ! -s out ]
check "nothing on a dumb terminal" $?
$long 2>err >/dev/null
[ ! -s err ]
check "nothing off a terminal" $?

finish
