#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# throughputs.sh PROGRAM: the rows of docs/throughputs.tsv asked again, as a table by source, GPU and model. An error is a factor less 1.
set -eu
program=$1

# ask: the row, and beside it throughput, low and high as they are answered.
ask() {
    while IFS='	' read -r source engine gpu model weights tp pp dp prompt answer load count replicas most measured; do
        set -- --engine "$engine" --gpu "$gpu" --model "$model" --weight-dtype "$weights" --tp "$tp" --pp "$pp" \
            --prompt "$prompt" --answer "$answer" --"$load" "$count" --replicas "$replicas"
        [ "$weights" = bf16 ] || set -- "$@" --kv-dtype fp8
        [ "$dp" = 1 ] || set -- "$@" --dp "$dp" --ep "$dp"
        [ "$most" = - ] || set -- "$@" --max-num-seqs "$most"
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t' "$source" "$gpu" "$model" "$weights" "$tp" "$pp" "$dp"
        "$program" serve "$@" -o csv --fields output_rate,output_rate_low,output_rate_high |
            awk -F , -v measured="$measured" 'NR > 1 { printf "%s\t", $2 } END { print measured }'
    done
}

echo
grep -v '^#' docs/throughputs.tsv | ask | awk -F '\t' '
    function quantile(key, what, at,    i, k, n, v, low) {
        n = rows[key]
        for (i = 1; i <= n; i++) {
            v = figure[key, what, i]
            for (k = i - 1; k > 0 && sorted[k] > v; k--) {
                sorted[k + 1] = sorted[k]
            }
            sorted[k + 1] = v
        }
        v = 1 + (n - 1) * at
        low = int(v)
        return sorted[low] + (low < n ? (v - low) * (sorted[low + 1] - sorted[low]) : 0)
    }
    function add(key,    r) {
        if (!(key in rows)) {
            keys[++count] = key
        }
        r = $8 / $11
        rows[key]++
        figure[key, "ratio", rows[key]] = r
        figure[key, "error", rows[key]] = 100 * ((r > 1 ? r : 1 / r) - 1)
        inside[key] += $9 <= $11 && $11 <= $10
    }
    function write(key) {
        printf "| %s | %d | %.0f / %.0f %% | %.2f | %d |\n", key, rows[key], quantile(key, "error", 0.5),
            quantile(key, "error", 0.9), quantile(key, "ratio", 0.5), inside[key]
    }
    BEGIN {
        print "| Source | GPU | Model, weights | GPUs of a replica | Rows | Median / 90th percentile | Answer / measured | Inside the band |"
        print "|---|---|---|---|---:|---:|---:|---:|"
    }
    {
        gpus = $5 * $6 * $7
        layout = gpus == 1 ? "1" : $7 > 1 ? gpus ", ep " $7 ($6 > 1 ? ", pp " $6 : "") : gpus ", " ($6 > 1 ? "pp " $6 : "tp " $5)
        add($1 " | " $2 " | " $3 ", " $4 " | " layout)
        kind = $2 ~ /^rtx/ && gpus > 1 ? "several over PCIe" : $3 ~ /^llama-4/ ? "Llama 4" : $3 ~ /^qwen3/ ? "other experts" : "dense"
        total[$1 " | all | " kind " |"] = 1
        add($1 " | all | " kind " |")
    }
    END {
        for (i = 1; i <= count; i++) {
            if (!(keys[i] in total)) {
                write(keys[i])
            }
        }
        for (i = 1; i <= count; i++) {
            if (keys[i] in total) {
                write(keys[i])
            }
        }
    }'
echo
