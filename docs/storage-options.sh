#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# storage-options.sh PROGRAM: prints docs/storage-options.md: four ways to feed a small training job, and
# where their order turns. The utilizations are those of a field guide that measured such a job.
set -eu
program=$(realpath "$1")
job='--data 150GiB --loads 0 --duration 24h --month 720h --gpus 8 --gpu-price 4.09625USD/h'
best=0.98 # of the file system, the option that the others are compared with

# ask OPTION... : one field a line, rounded
ask() {
    # shellcheck disable=SC2086 # words
    "$program" storage $job "$@" -q --no-config
}

# row NAME UTILIZATION OPTION...
row() {
    name=$1
    busy=$2
    shift 2
    # shellcheck disable=SC2046 # three numbers
    set -- $(ask "$@" --gpu-utilization "$busy" --alternative-cost "$file_system" \
        --alternative-utilization "$best" \
        --fields storage_cost,total_cost,cost_per_useful_gpu_day,break_even_utilization)
    printf '%s\n' "$name" "$busy" "$@" | paste -sd '|' - | awk -F'|' '{
        printf "| %s | %.0f %% | %.2f | %.2f | %.2f | %s |\n", $1, 100 * $2, $3, $4, $5,
            ($6 > 1 ? "never" : sprintf("above %.1f %%", 100 * $6)) }'
}

cat <<'END'
# Four ways to feed a job

An image job of 150 GiB on 8 GPUs at 4.10 USD an hour each, read 100 times in a day. What the storage costs
says little: a GPU that waits is the larger bill. Written by `sh docs/storage-options.sh PROGRAM` with
today's catalog; a test compares it. How busy the GPUs are with each option is measured by a field guide
(15, 85, 95 and 98 %), not computed here.

| option | GPUs work | storage, USD/day | all, USD/day | USD per useful GPU day | cheaper than Lustre where GPUs work |
|---|---:|---:|---:|---:|---|
END
lustre='--tier fsx-lustre-scratch-2 --other-cost 0.115USD' # what is copied in lies on S3 for the day
# shellcheck disable=SC2046,SC2086 # words
file_system=$(set -- $(ask $lustre --epochs 100 --gpu-utilization "$best" --fields total_cost,compute_cost) &&
    awk "BEGIN { printf \"%.6f\", $1 - $2 }")USD
row '1.2 million files on S3 Standard' 0.15 --tier s3-standard --files 1.2M --epochs 100
row '150 shards on S3 Standard' 0.85 --tier s3-standard --files 150 --epochs 100
row 'files of S3 copied once to the drives of the node' 0.95 --tier s3-standard --files 1.2M --epochs 1
# shellcheck disable=SC2086 # words
row 'FSx for Lustre, scratch' 0.98 $lustre --epochs 100
cat <<'END'

The last column is `break_even_utilization`: where a GPU works more than that with the option, it is the
cheaper one, whatever its storage costs. Copying once to the drives that come with the node wins as soon as
it keeps the GPUs about as busy as the file system does.
END
