# SPDX-License-Identifier: Apache-2.0
# feedback.sh PROGRAM PROJECT: an answer fed back gives the same bytes, and so do other
# locales, time zones, homes and working folders.
set -eu
program=$1
project=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0

# same NAME ARGUMENT...: the answer, fed back and asked elsewhere, is the same.
same() {
    name=$1
    shift
    "$program" "$@" -o json >"$work/first.json"
    "$program" "$1" --input "$work/first.json" -o json >"$work/second.json"
    cmp "$work/first.json" "$work/second.json" || { echo "fed back: $name"; exit 1; }
    "$program" "$1" --input - -o json <"$work/first.json" >"$work/second.json"
    cmp "$work/first.json" "$work/second.json" || { echo "fed back by pipe: $name"; exit 1; }
    (cd / && env LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Kolkata HOME=/nowhere \
        "$program" "$@" -o json >"$work/second.json")
    cmp "$work/first.json" "$work/second.json" || { echo "elsewhere: $name"; exit 1; }
    count=$((count + 1))
}

same plain kvcache --model llama-3.1-70b --context 128Ki
same vllm kvcache --model gemma-3-27b --context 128Ki --engine vllm --gpu h100-sxm --tp 4
same unverified kvcache --model command-r --gpu v100-16gb-sxm
same mla kvcache --model deepseek-v3 --context 32Ki --sequences 16 --tp 8 --gpu h200-sxm
same fields kvcache --layers 2 --kv-heads 1 --head-dim 64 --context 100
same config kvcache --model "$project/tests/data/hf_configs/jamba-v0.1.json" --context 4096
same towers kvcache --model "$project/tests/data/hf_configs/llama-4-scout.json" --context 4096
same checkpoint checkpoint --model llama-3.1-70b --gpus 512 --tp 8 --write-bw 100GB/s
same async checkpoint --model llama-3.1-405b --gpus 16384 --tp 8 --pp 16 --mode async \
    --write-bw 500GB/s --host-memory 2TiB

# An answer of an earlier version may hold a default that is no input any more: it is left out, with
# a warning. One that the user chose is refused, with the name that it has now.
"$program" kvcache --model llama-3.1-8b --context 8Ki -o json >"$work/now.json"
earlier() {
    sed "s/\"inputs\": {/\"inputs\": {\"nvlink_efficiency\": {\"value\": 0.9, \"unit\": \"1\", \"origin\": \"$1\"},/" \
        "$work/now.json" >"$work/earlier.json"
}
earlier default
"$program" kvcache --input "$work/earlier.json" -o json >"$work/second.json"
grep -q '"id": "earlier-version"' "$work/second.json" || { echo "earlier version: no warning"; exit 1; }
earlier flag
if "$program" kvcache --input "$work/earlier.json" 2>"$work/err"; then
    echo "earlier version: a chosen value is dropped"
    exit 1
fi
grep -q 'nvlink_efficiency is called reduce_efficiency now' "$work/err" || { echo "earlier version: $(cat "$work/err")"; exit 1; }
count=$((count + 2))
echo "$count passed, 0 failed"
