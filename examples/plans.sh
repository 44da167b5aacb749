#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plans.sh [PROGRAM [FOLDER [PAGES]]]: three plans of real clusters as text and as brief JSON in FOLDER (here by
# default), and as pages for a design review in the folder PAGES, where one is given: 8B on 64 GPUs of a
# cloud, 70B on 1,024 H100, 405B on 16,384 H100; then the budgets of plan-budgets.json. Exits as aicalc check
# does. The texts are kept in examples/plans; pages are made when they are wanted.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=${1:-aicalc}
folder=${2:-.}
pages=${3:-}
budgets=$(dirname "$0")/plan-budgets.json

# plan NAME ARGUMENT...
plan() {
    name=$1
    shift
    "$program" plan "$@" --brief -O "$folder/$name.json" >"$folder/$name.txt"
    [ -z "$pages" ] || "$program" plan "$@" -o html >"$pages/$name.html"
}

plan plan-8b-64 --model llama-3.1-8b --node p5.48xlarge --gpus 64 --tokens 1T --write-bw 20GB/s \
    --read-bw 40GB/s --tier fsx-lustre-scratch-2
plan plan-70b-1024 --model llama-3.1-70b --node dgx-h100 --gpus 1024 --tokens 15T --write-bw 100GB/s \
    --read-bw 100GB/s --fabric ib-ndr --grid usa --gpu-price 2.5USD/h
plan plan-405b-16384 --model llama-3.1-405b --node dgx-h100 --gpus 16384 --tokens 15.6T --seq 8192 \
    --write-bw 2TB/s --read-bw 2TB/s --fabric ib-ndr --grid usa --gpu-price 2.5USD/h
"$program" check "$budgets"
