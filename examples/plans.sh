#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plans.sh [PROGRAM [FOLDER]]: three plans of real clusters as pages for a design review, in FOLDER
# (here by default): 8B on 64 GPUs of a cloud, 70B on 1,024 H100, 405B on 16,384 H100; then the
# budgets of plan-budgets.json. Exits as aicalc check does. What it writes is kept in examples/plans.
set -eu
program=${1:-aicalc}
folder=${2:-.}
budgets=$(dirname "$0")/plan-budgets.json

"$program" plan --model llama-3.1-8b --node p5.48xlarge --gpus 64 --tokens 1T --write-bw 20GB/s \
    --read-bw 40GB/s --tier fsx-lustre-scratch-2 -O "$folder/plan-8b-64.html" >"$folder/plan-8b-64.txt"
"$program" plan --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T --write-bw 100GB/s \
    --read-bw 100GB/s --fabric ib-ndr --grid usa --gpu-price 2.5USD/h \
    -O "$folder/plan-70b-1024.html" >"$folder/plan-70b-1024.txt"
"$program" plan --model llama-3.1-405b --node dgx-h100 --gpus 16384 --tokens 15.6T --seq 8192 \
    --write-bw 2TB/s --read-bw 2TB/s --fabric ib-ndr --grid usa --gpu-price 2.5USD/h \
    -O "$folder/plan-405b-16384.html" >"$folder/plan-405b-16384.txt"
"$program" check "$budgets"
