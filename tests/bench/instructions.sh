# SPDX-License-Identifier: Apache-2.0
# instructions.sh PROGRAM: instructions of a few queries, counted by valgrind, which do not
# depend on what else the machine does, how many functions of the program they pass, and how often
# they evaluate a calculator. Says so where valgrind is not installed.
set -eu
program=$1
if ! command -v valgrind >/dev/null 2>&1; then
    echo "instructions: valgrind is not installed"
    exit 0
fi

profile=$(mktemp)
trap 'rm -f "$profile"' EXIT

# count ARGUMENT...: one line of the table.
count() {
    valgrind --tool=callgrind --compress-strings=no --callgrind-out-file="$profile" "$program" "$@" \
        >/dev/null 2>&1 || true
    awk -v program="$(basename "$program")" -v query="$*" '
        /^ob=/ { ours = $0 ~ "/" program "$" }
        /^fn=/ && ours { sub(/\x27[0-9]+$/, ""); functions += !seen[$0]++ }
        /^cfn=/ { called = $0 ~ /^cfn=compute(\x27[0-9]+)?$/ }
        /^calls=/ { evaluations += called ? substr($1, 7) : 0; called = 0 }
        /^totals:/ { executed = $2 }
        END { printf "%12d %10d %10d  aicalc %s\n", executed, functions, evaluations, query }' "$profile"
}

echo "instructions  functions  compute()  query"
count --version
count kvcache --layers 32 --kv-heads 8 --head-dim 128 --context 8Ki
count kvcache --model llama-3.1-70b --context 128Ki
count kvcache --model llama-3.1-70b --context 128Ki --gpu h100-sxm --tp 8 -o json
count kvcache --model 'llama 3.1 70b' --context 128Ki --gpu h100
count checkpoint --model llama-3.1-70b --gpus 512 --tp 8 --write-bw 100GB/s
count train-memory --model llama-3.1-70b --gpus 64 --zero 3 --gpu h100-sxm -o json
count serve --model llama-3.1-8b --gpu h100-sxm --tp 1 --prompt 1Ki --answer 256 --rate 5/s -o json
count serve --model llama-3.1-70b --gpu h100-sxm --prompt 2Ki --answer 512 --rate 20/s --ttft-limit 1s --tpot-limit 30ms -o json
plan='plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T'
count $plan --layout given --tp 8 --pp 4
count $plan --layout given --tp 8 --pp 4 -o json
count $plan
