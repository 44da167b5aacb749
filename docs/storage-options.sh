#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# storage-options.sh PROGRAM: prints docs/storage-options.md: ways to feed a small training job, how busy each
# keeps the GPUs as dataload computes it, and what a useful GPU day costs then.
set -eu
export LC_ALL=C.UTF-8 # its signs, whatever this terminal shows
program=$(realpath "$1")
pictures=1200000
data=137592MB # of 114,660 B each
job="--data $data --duration 24h --gpus 8 --gpu-price 4.09625USD/h"
load="--gpus 8 --consumer resnet50 --samples $pictures --epochs 100 --workers 8"

# row NAME "DATALOAD OPTIONS" "STORAGE OPTIONS": both answers as a line of the table
row() {
    # shellcheck disable=SC2046,SC2086 # words
    set -- "$1" "$3" $("$program" dataload $load $2 -q --no-config --fields utilization,supply_bound_by)
    # shellcheck disable=SC2086 # words
    set -- "$1" "$3" "$4" "$("$program" storage $job $2 --gpu-utilization "$3" -q --no-config \
        --fields storage_cost,cost_per_useful_gpu_day | paste -sd '|' -)"
    printf '%s|%s|%s|%s\n' "$@" | awk -F'|' '{
        printf "| %s | %.1f %% | %s | %.2f | %.2f |\n", $1, 100 * $2, $3, $4, $5 }'
}

cat <<'END'
# Ways to feed a job

1.2 million pictures of 114,660 B (138 GB) on 8 GPUs at 4.10 USD an hour each, read 100 times, with 8 loader processes for each
GPU. Nothing here is measured: how busy the GPUs are is what `dataload` computes from the catalog's latencies, rates and
sizes, and for the consumption of a GPU (ResNet-50 of MLPerf Storage on an H100). Written by
`sh docs/storage-options.sh PROGRAM` with today's catalog; a test compares it.

| option | GPUs work | bound by | storage, USD/day | all, USD per useful GPU day |
|---|---:|---|---:|---:|
END
s3='--tier s3-standard --loads 0'
row 'a file a picture on S3 Standard' '--tier s3-standard' "$s3 --files $pictures --epochs 100"
row 'shards of 8,000 on S3 Standard, read in ranges of 8 MiB' \
    '--tier s3-standard --samples-per-shard 8000 --request-size 8MiB' \
    "$s3 --files 150 --epochs 100 --read-size 8MiB"
row 'a file a picture on S3, kept on the drives of the node' \
    '--tier s3-standard --cache-capacity 1TB' "$s3 --files $pictures --epochs 1"
row 'the smallest FSx for Lustre, scratch' '--tier fsx-lustre-scratch-2' \
    '--tier fsx-lustre-scratch-2 --other-cost 0.1USD'
row 'FSx for Lustre, scratch, as large as its rate needs' \
    '--tier fsx-lustre-scratch-2 --tier-capacity 9600GiB' \
    '--tier fsx-lustre-scratch-2 --fill-limit 0.0135 --other-cost 0.1USD'
cat <<'END'

What the storage costs says little: a GPU that waits is the larger bill. A file system is bought for its rate here, not for
its bytes: the smallest one is cheap and starves the job.

What could serve the required rate at all, of every tier of the catalog, and what is left out and why:

```console
END
ask="storage --data $data --file-size 1GB --required-read-bw 1.5GB/s --connections 256"
printf '$ aicalc %s --sweep "tier=*" --where serves --sort storage_cost --top 5\n' "$ask"
# shellcheck disable=SC2086 # words
COLUMNS=80 "$program" $ask --sweep 'tier=*' --where serves --sort storage_cost --top 5 --no-config |
    sed -n '/^  left out/q;p' | sed -n '3,$p'
# shellcheck disable=SC2086 # words
COLUMNS=80 "$program" $ask --sweep 'tier=*' --where serves --sort storage_cost --top 5 --no-config |
    sed -n '/^  left out: [0-9]/,/^  </p' | sed '$d'
printf '```\n'
