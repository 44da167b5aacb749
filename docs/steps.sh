#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# steps.sh PROGRAM: the steps of docs/steps.tsv as a table, what was published beside what layout answers. Recipes do not
# recompute and hide tensor traffic (docs/methods/layout.md, tp-overlap).
set -eu
program=$1

echo
echo '| Model | GPUs | Format | Layout | Tokens per second and GPU, published | here | Step | Inside the band |'
echo '|---|---|---|---|---:|---:|---:|---|'
grep -v '^#' docs/steps.tsv | while IFS='	' read -r model node gpus format batch micro seq sharded tp pp cp vpp ep rate; do
    set -- --model "$model" --node "$node" --gpus "$gpus" --compute-dtype "$format" \
        --global-batch "$batch" --micro-batch "$micro" --seq "$seq" --zero "$((sharded ? 3 : 1))" \
        --tp "$tp" --pp "$pp" --cp "$cp" --vpp "$vpp" --recompute none --offload none \
        --tp-overlap 0.8 --among all
    layout="tp $tp, pp $pp, cp $cp, vpp $vpp"
    if [ "$ep" -gt 1 ]; then
        set -- "$@" --ep "$ep" --etp 1
        layout="$layout, ep $ep"
    fi
    "$program" layout "$@" -o json |
        sed -n 's/.*"tokens_per_second_per_gpu": {"value": \([0-9.e+]*\),.*"low": \([0-9.e+]*\), "high": \([0-9.e+]*\),.*/\1 \2 \3/p' |
        awk -v rate="$rate" -v row="| $model | $gpus of $node | $format | $layout" '{
            printf "%s | %s | %.0f | %+.1f %% | %s |\n", row, rate, $1, 100 * (rate / $1 - 1),
                (rate >= $2 && rate <= $3 ? "yes" : "no")
        }'
done
echo
