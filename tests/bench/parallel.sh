# SPDX-License-Identifier: Apache-2.0
# parallel.sh PROGRAM: cases/s by the clock of one process, and of 16 parts of the same sweep by as many processes as
# there are processors, under GNU parallel (xargs where there is none), in turns, the best of three rounds.
set -eu
program=$1
cases=4000000
set -- kvcache --model llama-3.1-70b --gpu h100-sxm --tp 8 --sweep context=1..${cases}+1 -o csv
jobs=$(getconf _NPROCESSORS_ONLN)
one() {
    "$program" "$@" >/dev/null
}
several() {
    if command -v parallel >/dev/null 2>&1; then
        seq 16 | parallel --will-cite -j "$jobs" "$program" "$@" --shard '{}/16' ">/dev/null"
    else
        seq 16 | xargs -P "$jobs" -I{} sh -c '"$@" >/dev/null' sh "$program" "$@" --shard '{}/16'
    fi
}
best_one=0
best_several=0
for round in 1 2 3; do
    for way in one several; do
        begin=$(date +%s%N)
        $way "$@"
        rate=$((cases * 1000000000 / ($(date +%s%N) - begin)))
        eval "[ $rate -le \$best_$way ] || best_$way=$rate"
    done
done
with=$(command -v parallel >/dev/null 2>&1 && echo parallel || echo xargs)
printf '  cases/s by the clock: aicalc %s\n' "$*"
printf '%9d  one process\n%9d  %d processes at a time under %s, 16 parts (--shard K/16)\n' "$best_one" "$best_several" "$jobs" "$with"
